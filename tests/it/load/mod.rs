//! Loading problem folders: what a good folder becomes, and the exact words for a bad one.

mod cms;
mod dmoj;
mod finding;
pub(crate) mod folder;
mod foreign;
mod good;
mod groups;
mod kattis;
mod library_checker;
mod links;
mod packages;
mod plain;
mod polygon;
mod rbx;
mod sinol;
mod store;
mod tps;

//! How long the tests that loop go on: long enough to notice what is broken, or with `JURY_TEST_LONG`
//! set as long as finds what is rare.

/// The first, or with `JURY_TEST_LONG` the second.
pub(crate) fn usual_or_long<T>(usual: T, long: T) -> T {
    if std::env::var_os("JURY_TEST_LONG").is_some() { long } else { usual }
}

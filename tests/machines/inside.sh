#!/usr/bin/env bash
# What runs in a booted machine: tries `jury` as several users, and says of each what came of it.
#
#   inside.sh TARGET TESTS CELL
#
# TARGET is cargo's target folder, TESTS the executable of `cargo test --test sandbox`, CELL one of the
# functions `cell_…` below. Each trial is a line `ok NAME: …` or `WRONG NAME: …`; the status is 1 if
# there was a wrong one.
set -u
target=$1 tests=$2 cell=$3
wrong=0

# Everybody can come there, wherever the target folder lies.
mkdir -p /srv/jury
mount --bind "$target" /srv/jury
jury=/srv/jury/debug/jury
tests=/srv/jury/${tests#"$target"/}
export JURY_TEST_EXECUTABLE=$jury JURY_TEST_ZOO=/srv/jury/tmp/zoo CLICOLOR=0
# Breaches that groups, users and namespaces must hold back; what takes long to emulate is left out.
export JURY_TEST_ROWS="exit_code,abort,burn 100,spin_orphans,heap 40,heap 400,heap_processes,\
heap_grandchild,heap_shared,memory_file,pipes,many_orphans,kill_everyone,clone3_parent,clone_parent,\
identity,namespaces,own_group,exotic_calls,raise_limits,zombies,hard_links,reused_pids"
ordinary=4711
getent passwd $ordinary >/dev/null || useradd -u $ordinary -m -s /bin/bash ordinary

# expect NAME PATTERN COMMAND...: some line of what the command says must match.
expect() {
    local name=$1 pattern=$2 said found
    shift 2
    said=$("$@" 2>&1)
    found=$(grep -m1 -E -- "$pattern" <<<"$said")
    if [ -n "$found" ]; then
        echo "ok $name: $(sed 's/^ *//' <<<"$found")"
    else
        echo "WRONG $name: no line matches /$pattern/ in:"
        sed 's/^/      /' <<<"$said" | tail -40
        wrong=1
    fi
}

# refuse NAME PATTERN COMMAND...: no line may match.
refuse() {
    local name=$1 pattern=$2 said
    shift 2
    said=$("$@" 2>&1)
    if grep -q -E -- "$pattern" <<<"$said"; then
        echo "WRONG $name: a line matches /$pattern/ in:"
        sed 's/^/      /' <<<"$said" | tail -40
        wrong=1
    else
        echo "ok $name: nothing matches /$pattern/"
    fi
}

as_root() { "$@"; }
as_user() { setpriv --reuid $ordinary --regid $ordinary --clear-groups env HOME=/nowhere "$@"; }
# In a new group such as systemd gives, with nothing else in it.
as_delegated() {
    local below=/sys/fs/cgroup name
    for name in user.slice user@$ordinary.service run-$RANDOM$RANDOM.scope; do
        echo '+memory +pids' >$below/cgroup.subtree_control
        below=$below/$name
        mkdir -p $below
    done
    chown $ordinary:$ordinary $below $below/cgroup.{procs,subtree_control,threads}
    (
        echo $BASHPID >$below/cgroup.procs
        exec setpriv --reuid $ordinary --regid $ordinary --clear-groups \
            env HOME=/nowhere JURY_TEST_DELEGATED=1 "$@"
    )
}
# Logged in, with a systemd of his own. The words must be plain.
as_logged_in() {
    local settings
    settings=$(env | grep ^JURY_TEST_ | sed 's/.*/"&"/' | tr '\n' ' ')
    su -l ordinary -c "env $settings $*"
}

left_groups() { find /sys/fs/cgroup -name 'jury-slot-*' | sed 's/^/left: /'; }

# Level and walls by trying, as somebody.
doctor() { # WHO LEVEL
    expect "$1, doctor" "^sandbox level in force: $2" "as_$1" $jury doctor --require-sandbox "$2"
    refuse "$1, no wall gives way" 'GOT THROUGH' "as_$1" $jury doctor --require-sandbox "$2"
}
zoo() { # WHO LEVEL
    expect "$1, zoo at $2" '^test result: ok. 1 passed' \
        "as_$1" "$tests" --exact "the_zoo_at_$2" --nocapture --test-threads 1
}
strongest() { # WHO LEVEL
    expect "$1, strongest" "^sandbox level in force: $2" "as_$1" $jury doctor
}

# Groups of version 2, made by hand: what CI tries.
cell_short() {
    expect 'delegated, doctor' '^sandbox level in force: full' as_delegated $jury doctor
    zoo delegated full
    expect 'root, doctor' '^sandbox level in force: full' as_root $jury doctor
    expect 'user, doctor' '^sandbox level in force: contained' as_user $jury doctor
    refuse 'nothing is left' left left_groups
}

"cell_$cell"
exit $wrong

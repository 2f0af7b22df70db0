#!/usr/bin/env bash
# What runs in a booted machine: tries `jury` as several users, and says of each what came of it.
#
#   inside.sh TARGET TESTS HERE CELL
#
# TARGET is cargo's target folder, TESTS the executable of `cargo test --test sandbox`, HERE the folder of
# these scripts, CELL one of the functions `cell_…` below. Each trial is a line `ok NAME: …` or `WRONG NAME: …`; the status is 1 if
# there was a wrong one.
set -u
target=$1 tests=$2 here=$3 cell=$4

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

. "$(dirname "$0")/expect.sh"

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
    [ -z "${group_memory-}" ] || echo "$group_memory" >$below/memory.max
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

# Groups of slots that nobody has taken away.
left_groups() { find /sys/fs/cgroup -name 'jury-slot-*' | sed 's/^/left: /'; }

# Level and walls by trying, as somebody. Asked once: it takes long here.
doctor() { # WHO LEVEL [OPTION...]
    local name="$1${container_options:+ $container_options}" level=$2 said
    said=$("as_$1" $jury doctor "${@:3}" 2>&1)
    expect "$name, doctor" "^sandbox level in force: $level" echo "$said"
    refuse "$name, no wall gives way" 'GOT THROUGH' echo "$said"
    # Where no level is chosen for it, it must be named, and says more.
    [ "$level" != fenced ] || expect "$name, CPU time is held" 'cpu +enforced' echo "$said"
}
doctor_fenced() { doctor "$1" fenced --sandbox fenced --verbose; } # WHO
zoo() { # WHO LEVEL
    expect "$1, zoo at $2" '^test result: ok. 1 passed' \
        "as_$1" "$tests" --exact "endings::the_zoo_at_$2" --nocapture --test-threads 1
}

# A problem and submissions to it.
world() { # FOLDER
    mkdir "$1/p"
    chmod -R 755 "$1"
    echo 1 | tee "$1/p/1.in" >"$1/p/1.ans"
    printf '#!/bin/sh\nsleep 1000\n' >"$1/idle"
    printf '#include <stdio.h>\nint main(void) { puts("1"); }\n' >"$1/right.c"
    # A line without end, which `tail` keeps whole.
    printf '#!/bin/sh\nhead -c 90M /dev/zero | tail -n 1 >/dev/null\necho 1\n' >"$1/large"
    chmod 755 "$1/idle" "$1/large"
}

# Lack of memory outside of the program's own limit is no verdict.
starved() {
    local place
    place=$(mktemp -d)
    world "$place"
    group_memory=100M
    expect 'delegated, a group above without memory' 'a group above had no more' \
        as_delegated sh -c "cd $place && JURY_CACHE=\$(mktemp -d) exec $jury grade ./p large --time-limit 60"
    unset group_memory
    expect 'delegated, the same with memory' '^AC' \
        as_delegated sh -c "cd $place && JURY_CACHE=\$(mktemp -d) exec $jury grade ./p large --time-limit 60"
}

# A judge that is killed leaves nothing, although none comes after it.
killed() { # WHO
    local place
    place=$(mktemp -d)
    world "$place"
    # Nothing but the kill ends the program: neither its time limit nor a slow look at the processes.
    cat >"$place/kill" <<KILL
cd $place
JURY_CACHE=\$(mktemp -d) $jury grade ./p idle --time-limit 900 --require-sandbox full &
judge=\$!
while kill -0 \$judge && [ \$SECONDS -lt 300 ]; do
    pgrep -fx 'sleep 1000' >/dev/null && echo "it runs after \$SECONDS s" && break
    sleep 0.2
done
kill -9 \$judge
KILL
    expect "$1, a judge to be killed" '^it runs' "as_$1" bash "$place/kill"
    for wait in $(seq 100); do
        [ -n "$(left_groups)" ] || break
        sleep 0.2
    done
    refuse "$1, after a kill" left left_groups
}

# Groups of version 2, made by hand: what CI tries.
cell_short() {
    zoo delegated full
    # To ask all compilers for their versions takes most of the time, and is not what is tried.
    expect 'user, doctor' '^sandbox level in force: contained' \
        as_user env PATH=/nowhere $jury doctor
    killed root
}

# The same, more of it.
cell_groups() {
    doctor root full
    doctor delegated full
    doctor user contained
    zoo root full
    zoo delegated full
    zoo user contained
    starved
    killed root
    killed delegated
    expect 'user, full is refused in words' 'is not delegated to this user: Permission denied.*no user instance of systemd' \
        as_user $jury doctor --require-sandbox full
    expect 'user, delegation is advised first' \
        'this may help: have a control group delegated to you by your own systemd' \
        as_user $jury doctor --require-sandbox full
}

# Version 1 is for root alone.
cell_groups_v1() {
    doctor root full
    zoo root full
    doctor user contained
    zoo user contained
    killed root
    expect 'user, full is refused in words' 'control groups of version 1 are not for plain users' \
        as_user $jury doctor --require-sandbox full
}

# Somebody who is logged in, by an ordinary session.
cell_login() {
    expect 'logged in, an ordinary session' 'session-.*scope' as_logged_in cat /proc/self/cgroup
    doctor logged_in full
    export JURY_TEST_DELEGATED=1
    zoo logged_in full
    unset JURY_TEST_DELEGATED
    expect 'logged in, by hand' '^sandbox level in force: full' \
        as_logged_in systemd-run --user --scope --quiet -p Delegate=yes $jury doctor
    expect 'logged in, with no variables' '^sandbox level in force: full' \
        as_logged_in env -u XDG_RUNTIME_DIR -u DBUS_SESSION_BUS_ADDRESS $jury doctor
    expect 'logged in, contained at will' '^sandbox level in force: contained' \
        as_logged_in $jury doctor --sandbox contained
    killed logged_in
    doctor root full
    refuse 'no unit is left' 'jury-.*scope' as_logged_in systemctl --user list-units --no-pager
    # A CI runner's service: no login. Its systemd may go at any time, unless it lingers.
    loginctl enable-linger ordinary
    for wait in $(seq 50); do
        [ -S /run/user/$ordinary/bus ] && break
        sleep 0.2
    done
    expect 'no login, but lingering' '^sandbox level in force: full' as_user env USER=ordinary $jury doctor
    loginctl disable-linger ordinary
}

# Administrators who want no user namespaces.
cell_refused() {
    local setting
    for setting in kernel.unprivileged_userns_clone=0 user.max_user_namespaces=0; do
        local path=/proc/sys/${setting%=*} before
        path=${path//./\/}
        path=${path/\/proc\/sys/\/proc\/sys}
        before=$(cat "$path")
        echo 0 >"$path"
        doctor root full
        expect "user, $setting" '^no sandbox level is in force' as_user $jury doctor
        expect "user, what helps against $setting" "sysctl -w ${setting%=*}=" as_user $jury doctor
        doctor_fenced user
        echo "$before" >"$path"
    done
    doctor user contained
}

# A cluster whose jobs are held by groups of version 2. `slurm.sh` says itself what is wrong.
cell_slurm() {
    # Slurm finds no address where there are only those of the loopback.
    ip link set lo up
    ip address add 10.0.0.1/32 dev lo
    hostname localhost
    mkdir -p "$here/../../target"
    mount --bind /srv/jury "$here/../../target"
    bash "$here/slurm.sh" few 2>&1 || wrong=1
}

container_options=
run_container='podman --log-level=error run --rm --network none --volume /usr:/usr:ro --volume /srv/jury:/srv/jury:ro'
as_container() { $run_container $container_options --rootfs /srv/root sh -c "$*"; }
as_user_container() {
    su -l ordinary -c "$run_container $container_options --rootfs /home/ordinary/root sh -c '$*'"
}

# A root folder for containers.
container_root() { # FOLDER
    mkdir -p "$1"/{usr,proc,sys,dev,tmp,run,etc,srv/jury,var,home}
    local name
    for name in bin lib lib64 sbin; do ln -sfn usr/$name "$1/$name"; done
    cp /etc/passwd /etc/group /etc/ld.so.cache /etc/nsswitch.conf "$1/etc/"
    cp -r /etc/alternatives "$1/etc/"
    chmod 1777 "$1/tmp"
    mkdir "$1/work"
    world "$1/work"
}

# A submission is built and judged by whoever runs the container.
judged() { # WHO LEVEL
    expect "$1 $container_options, judges as $2" '^AC' "as_$1" \
        "cd /work && JURY_CACHE=/tmp/cache $jury grade ./p right.c --time-limit 60 --sandbox $2"
}

# Containers of podman's, whose rules are those of docker but for details.
cell_containers() {
    mkdir -p /etc/containers
    printf '[storage]\ndriver="vfs"\nrunroot="/run/containers"\ngraphroot="/var/lib/containers"\n' \
        >/etc/containers/storage.conf
    container_root /srv/root
    local none='^no sandbox level is in force' free='--security-opt seccomp=unconfined --security-opt unmask=ALL'
    expect 'container, no level' "$none" as_container $jury doctor
    expect 'container, what helps' 'seccomp=unconfined --security-opt systempaths=unconfined' \
        as_container $jury doctor
    # Its root cannot look into processes of another user.
    doctor_fenced container
    judged container fenced
    container_options='--user 1000'
    doctor_fenced container
    container_options=$free
    doctor container full
    container_options="$free --user 1000"
    doctor container contained
    container_options=--privileged
    doctor container full
    judged container full
    container_options='--privileged --user 1000'
    doctor container contained
    # Rootless.
    grep -q ^ordinary: /etc/subuid || echo ordinary:300000:65536 | tee -a /etc/subuid >>/etc/subgid
    container_root /home/ordinary/root
    mkdir -p /home/ordinary/.config/containers
    printf '[storage]\ndriver="vfs"\n' >/home/ordinary/.config/containers/storage.conf
    chown -R $ordinary:$ordinary /home/ordinary
    container_options=
    expect 'rootless container, no level' "$none" as_user_container $jury doctor
    judged user_container fenced
    container_options=$free
    doctor user_container full
}

"cell_$cell"
exit $wrong

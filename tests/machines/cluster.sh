#!/usr/bin/env bash
# A Slurm cluster of four nodes, n1 to n4, on this machine alone, for trials.
#
#   cluster.sh up DIR     starts it, with all its files in DIR, and waits until all nodes are idle
#   cluster.sh down DIR   ends it
#   cluster.sh kill DIR NODE   a node dies: its daemon, and the jobs on it
#
# Its settings are in DIR/slurm.conf, for SLURM_CONF. Root's cluster holds jobs in control groups, with
# their cores and memory, as most sites do; an ordinary user's follows their processes only, so both kinds
# are tried. The daemons are those of Debian's packages, without systemd.
set -euo pipefail

usage() { sed -n 's/^#   \(cluster.sh [a-z]*.*\)/\1/p' "$0" >&2; exit 2; }
[ $# -ge 2 ] || usage
mkdir -p "$2"
folder=$(cd "$2" && pwd)
export SLURM_CONF=$folder/slurm.conf
nodes=(1 2 3 4)
port=${JURY_CLUSTER_PORT:-27817}

# Every node gets one of two cores; Slurm would give each the first.
node_options() { # NUMBER
    if [ "$(id -u)" -eq 0 ]; then
        echo "CPUs=2 CoresPerSocket=2 CpuSpecList=$(($1 % 2)) RealMemory=4000"
    else
        echo "CPUs=1 RealMemory=4000"
    fi
}

settings() {
    local track=proctrack/linuxproc task=task/none select=CR_Core
    if [ "$(id -u)" -eq 0 ]; then
        track=proctrack/cgroup task=task/affinity,task/cgroup select=CR_Core_Memory
    fi
    cat <<END
ClusterName=trials
SlurmctldHost=localhost(127.0.0.1)
SlurmctldPort=$port
SlurmUser=$(id -un)
SlurmdUser=$(id -un)
AuthInfo=socket=$folder/run/munge.socket
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool.%n
SlurmctldPidFile=$folder/run/slurmctld.pid
SlurmdPidFile=$folder/run/slurmd.%n.pid
SlurmctldLogFile=$folder/log/slurmctld
SlurmdLogFile=$folder/log/slurmd.%n
ProctrackType=$track
TaskPlugin=$task
SelectType=select/cons_tres
SelectTypeParameters=$select
SchedulerParameters=sched_min_interval=0,batch_sched_delay=0,sched_interval=2,defer_batch
SlurmdParameters=config_overrides
ReturnToService=2
SlurmdTimeout=60
MessageTimeout=60
PropagateResourceLimits=NONE
DefMemPerCPU=1000
PartitionName=trials Nodes=n[1-4] Default=YES MaxTime=60 State=UP
END
    local number
    for number in "${nodes[@]}"; do
        echo "NodeName=n$number NodeHostname=localhost NodeAddr=127.0.0.1" \
            "Port=$((port + number)) $(node_options "$number")"
    done
}

group_settings() {
    local plugin=cgroup/v2 hold=no
    [ ! -d /sys/fs/cgroup/memory ] || plugin=cgroup/v1
    [ "$(id -u)" -ne 0 ] || hold=yes
    printf '%s\n' "CgroupPlugin=$plugin" CgroupAutomount=no "ConstrainCores=$hold" "ConstrainRAMSpace=$hold"
    [ $plugin = cgroup/v1 ] || [ -d /run/systemd/system ] || echo IgnoreSystemd=yes
}

# Where there is no systemd to ask for a group, Slurm makes it, but not the one above.
group_above() {
    local group=/sys/fs/cgroup
    mkdir -p $group/system.slice
    for group in $group $group/system.slice; do
        echo '+cpuset +cpu +memory +pids' >$group/cgroup.subtree_control
    done
}

up() {
    local number
    mkdir -p "$folder"/{run,log,state} "${nodes[@]/#/$folder/spool.n}"
    chmod 755 "$folder" "$folder/run"
    (umask 077 && head -c 128 /dev/urandom >"$folder/key")
    settings >"$SLURM_CONF"
    group_settings >"$folder/cgroup.conf"
    if [ "$(id -u)" -eq 0 ] && grep -q IgnoreSystemd "$folder/cgroup.conf"; then group_above; fi
    munged --force --key-file="$folder/key" --socket="$folder/run/munge.socket" --num-threads=2 \
        --pid-file="$folder/run/munged.pid" --log-file="$folder/log/munged" --seed-file="$folder/run/seed"
    slurmctld -c
    for number in "${nodes[@]}"; do slurmd -N "n$number" -c || true; done
    for _ in $(seq 300); do
        [ "$(sinfo -h -N -t idle 2>/dev/null | wc -l)" -lt ${#nodes[@]} ] || return 0
        sleep 0.2
    done
    echo "cluster.sh: the nodes did not come up; their logs say last:" >&2
    tail -n 5 "$folder"/log/* >&2
    return 1
}

down() {
    local file process processes=()
    for file in "$folder"/run/slurmd.*.pid "$folder"/run/slurmctld.pid "$folder"/run/munged.pid; do
        [ ! -f "$file" ] || processes+=("$(cat "$file")")
    done
    [ ${#processes[@]} -eq 0 ] || kill "${processes[@]}" 2>/dev/null || true
    for process in "${processes[@]}"; do
        for _ in $(seq 100); do
            kill -0 "$process" 2>/dev/null || break
            sleep 0.1
        done
    done
}

# The daemon first, so that it reports nothing; then what holds the jobs, so that they do not end of
# themselves; then the jobs.
kill_node() { # NODE
    local process parent doomed=() holders=()
    kill -9 "$(cat "$folder/run/slurmd.$1.pid")"
    for process in /proc/[0-9]*; do
        grep -qsz "^SLURMD_NODENAME=$1$" "$process/environ" || continue
        grep -qsz "^SLURM_CONF=$SLURM_CONF$" "$process/environ" || continue
        doomed+=("${process#/proc/}")
        parent=$(sed -n 's/^PPid:\t//p' "$process/status")
        ! grep -qs '^slurmstepd' "/proc/$parent/comm" || holders+=("$parent")
    done
    [ ${#doomed[@]} -eq 0 ] || kill -9 "${holders[@]}" "${doomed[@]}" 2>/dev/null || true
}

case $1 in
up) up ;;
down) down ;;
kill) [ $# -eq 3 ] || usage; kill_node "$3" ;;
*) usage ;;
esac

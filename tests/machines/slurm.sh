#!/usr/bin/env bash
# Tries a regrade on a Slurm cluster of four nodes on this machine, of which one dies in the middle: as
# root, whose jobs are held by control groups, and as an ordinary user. See README.md beside this. Prints
# one line a trial, and ends with 1 if any was not as it must be.
#
#   slurm.sh          1000 submissions on 20 cases in 40 shards
#   slurm.sh short    40 submissions on 4 cases in 8 shards: what CI does
#   slurm.sh few      8 submissions on 2 cases in 4 shards: for machines that are emulated
#   slurm.sh fetch    only installs what it needs
#
# It tries `target/debug/jury`, or the one that JURY_TEST_EXECUTABLE names.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
cd "$here/../.."
. "$here/expect.sh"
ordinary=4711

# What every part of this shares, once it runs as the user whose cluster it is.
trials() { # FOLDER SUBMISSIONS CASES SHARDS
    local folder=$1 submissions=$2 cases=$3 shards=$4
    export SLURM_CONF=$folder/cluster/slurm.conf JURY_CACHE=$folder/cache PATH=$folder/bin:$PATH:/usr/sbin
    umask 077
    mkdir -p "$folder"/{cluster,temporary}
    chmod 755 "$folder/cluster"
    export TMPDIR=$folder/temporary
    "$here/cluster.sh" up "$folder/cluster"
    trap "'$here/cluster.sh' down '$folder/cluster'" EXIT
    cd "$folder"
    hand_in "$submissions" "$cases"
    regrade_with_a_dying_node "$submissions" "$shards"
    [ "$(id -u)" -ne 0 ] || too_little_memory
    nothing_left_after_a_cancelled_job
}

# A problem `double`, and submissions of which every eighth is wrong, crashes or does not compile.
hand_in() { # SUBMISSIONS CASES
    local number program
    mkdir -p double/data/secret handed-in run little endless
    echo 'name = "Double"' >double/problem.toml
    for number in $(seq 101 $((100 + $2))); do
        echo "$number" >"double/data/secret/$number.in"
        echo $((2 * number)) >"double/data/secret/$number.ans"
    done
    for number in $(seq 1001 $((1000 + $1))); do
        case $((number % 8)) in
        1) program='scanf("%d", &n); printf("%d\n", n < 103 ? 2 * n : n);' ;;
        2) program='scanf("%d", &n); if (n > 101) __builtin_trap(); printf("%d\n", 2 * n);' ;;
        3) program='scanf("%d", &m);' ;;
        *) program='scanf("%d", &n); printf("%d\n", 2 * n);' ;;
        esac
        printf '#include <stdio.h>\nint n = %s;\nint main(void) { %s }\n' "$number" "$program" \
            >"handed-in/$number.c"
    done
    recipe regrade.sbatch >regrade.sbatch
}

# The script of that name, as the chapter for users has it.
recipe() { # NAME
    awk -v name="# $1" '/^```/ { if (found) exit; block = ""; next }
        { block = block $0 "\n" } $0 == name { found = 1 } END { if (found) printf "%s", block }' \
        "$here/machines.md"
}

regrade_with_a_dying_node() { # SUBMISSIONS SHARDS
    local job again
    ls -d handed-in/* | jury grade ./double --list - --keep-going --plan run/plan.json --shards "$2" >/dev/null
    job=$(sbatch --parsable --array="1-$2" regrade.sbatch)
    until_true "a job runs on n4" "[ -n \"\$(squeue -h -w n4 -t running)\" ]"
    "$here/cluster.sh" kill "$PWD/cluster" n4
    # The others do all the rest.
    until_true "all shards but one are done" "[ \$(parts) -ge $(($2 - 1)) ]"
    scancel "$job"
    again=$(jury merge run/plan.json --again)
    # None where the shard was done just before its node died.
    if [ -n "$again" ]; then
        expect 'a node died: the shard to run again is named' '^[0-9]+$' echo "$again"
        sbatch --array="$again" --exclude=n4 regrade.sbatch >/dev/null
        until_true "the rest is done" "[ \$(parts) -ge $2 ]"
    fi
    expect 'nothing is missing afterwards' '^$' jury merge run/plan.json --again
    jury merge run/plan.json --json merged.json >/dev/null || [ $? -eq 1 ]
    jury grade ./double handed-in/* --keep-going --json alone.json >/dev/null || [ $? -eq 1 ]
    expect 'every verdict is that of one machine' "^$1 submissions, the same" same_verdicts merged.json alone.json
}

# Those of this `jury`, slots included.
processes() { find /proc -maxdepth 2 -name exe -lname "$PWD/bin/jury" 2>/dev/null || true; }

# Ours; Slurm keeps users out of some of its own.
groups_of_job() { find /sys/fs/cgroup -name 'jury-*' -path "*job_$1/*" 2>/dev/null || true; } # JOB

# How many shards are done.
parts() { find run/plan.parts -name '[0-9]*.json' 2>/dev/null | wc -l; }

# All submissions and cases with their verdicts, of two reports.
same_verdicts() { # REPORT REPORT
    python3 - "$@" <<'END'
import json, sys
def verdicts(path):
    return [(one["path"], one["verdict"], one["compile"]["ok"],
             [(case["case"], case["verdict"]) for case in one["cases"]])
            for one in json.load(open(path))["submissions"]]
merged, alone = map(verdicts, sys.argv[1:])
for one, other in zip(merged, alone):
    if one != other:
        print("merged", one, "alone", other)
print(len(merged), "submissions, the same" if merged == alone else f"submissions, not the {len(alone)}")
END
}

# Of a case that may use 256 MiB: the node must refuse before it runs anything.
too_little_memory() {
    printf '%s\n' handed-in/100[12].c | jury grade ./double --list - --plan little/plan.json --shards 1 >/dev/null
    expect 'a job with too little memory is refused in words' 'memory' \
        srun --mem=100M jury shard little/plan.json 1
    refuse 'and no part is left' '.' find little -name '*.json' ! -name plan.json
}

# Whatever came of it: no process, no group, no folder.
nothing_left_after_a_cancelled_job() {
    printf 'int main(void) { for (;;) ; }\n' >handed-in/endless.c
    echo handed-in/endless.c | jury grade ./double --list - --time-limit 60 --plan endless/plan.json >/dev/null
    local job
    job=$(sbatch --parsable --mem=1G --wrap 'exec jury shard endless/plan.json 1' --output=endless.log)
    until_true "the endless program runs" "pgrep -x program >/dev/null"
    scancel "$job"
    until_true "the job is gone" "[ -z \"\$(squeue -h -j $job)\" ]"
    until_true "its processes are gone" '[ -z "$(processes)" ]'
    refuse 'a cancelled job leaves no folder' '.' find "$TMPDIR" -mindepth 1 -type d -name 'jury-*'
    refuse 'and no control group' '.' groups_of_job "$job"
}

# Gives up after five minutes without a new part.
until_true() { # WHAT CONDITION
    local known=0 since=$SECONDS
    until eval "$2"; do
        [ "$(parts)" = "$known" ] || { known=$(parts) since=$SECONDS; }
        [ $((SECONDS - since)) -lt 300 ] || { echo "WRONG: waited in vain until $1"; exit 1; }
        sleep 0.2
    done
}

# The trials of a user, in a folder of his own.
try_as() { # USER SUBMISSIONS CASES SHARDS
    local folder=$shared/$1
    mkdir -p "$folder/bin"
    cp "${JURY_TEST_EXECUTABLE:-target/debug/jury}" "$folder/bin/jury"
    cp -r "$here" docs/machines.md "$folder"
    mv "$folder/machines.md" "$folder/machines"
    chown -R "$1:$1" "$folder"
    printf '\n-- Slurm, user %s\n' "$1"
    setpriv --reuid "$1" --regid "$1" --clear-groups env HOME="$folder" \
        "$folder/machines/slurm.sh" as "$folder" "${@:2}" || wrong=1
}

fetch() {
    command -v slurmctld >/dev/null && command -v munged >/dev/null && return
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
        slurmctld slurmd slurm-client munge >/dev/null
}

case ${1-} in
as)
    trials "${@:2}"
    exit "$wrong"
    ;;
fetch) fetch && exit ;;
short) size=(40 4 8) ;;
few) size=(8 2 4) ;;
'') size=(1000 20 40) ;;
*) echo 'usage: slurm.sh [short|few|fetch]' >&2 && exit 2 ;;
esac
[ "$(id -u)" -eq 0 ] || { echo 'slurm.sh: not tried: only root can be two users' && exit; }
fetch
# Slurm wants its users to have names.
getent passwd "$ordinary" >/dev/null || useradd -u "$ordinary" -M -s /bin/bash ordinary
shared=$(mktemp -d /tmp/jury-slurm.XXXX)
chmod 711 "$shared"
trap 'rm -rf "$shared"' EXIT
groups=/sys/fs/cgroup
if [ -w $groups/cgroup.subtree_control ] || { [ -w $groups/memory ] && [ -w $groups/freezer ]; }; then
    try_as 0 "${size[@]}"
else
    printf '\n-- Slurm, user 0: not tried without control groups\n'
fi
if [ -d $groups/memory ] || [ -d /run/systemd/system ]; then
    try_as $ordinary "${size[@]}"
else
    printf '\n-- Slurm, user %s: not tried without systemd, which makes its groups of version 2\n' $ordinary
fi
exit "$wrong"

#!/bin/sh
# Keeps the compiled code of a process, with which each container of its image starts in half the time: the process ends at
# once, since it has no settings. Playwright is compiled too, which a runner imports later. Node looks for what the user of the
# process has compiled, so that user does it here; what it runs in a container must be nobody's to write.
set -eu
install --directory --owner=10001 --group=10001 "$NODE_COMPILE_CACHE"
for script in "$1" "$(dirname "$1")"/playwright-core-*.js; do
  setpriv --reuid=10001 --regid=10001 --clear-groups -- node "$script" > /dev/null 2>&1 || true
done
chown --recursive root:root "$NODE_COMPILE_CACHE"
chmod --recursive a+rX "$NODE_COMPILE_CACHE"
test -n "$(find "$NODE_COMPILE_CACHE" -type f)"

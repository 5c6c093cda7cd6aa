#!/bin/sh
# Starts Chromium: behind the words of $JAIL, one a line, and with its process id in $PID_FILE.
# Pages can use every processor they get. The services on the same machine come first: where Linux shares processors between
# sessions, before it shares them between the processes of one, by the session's priority too.
echo $$ > "$PID_FILE"
{ echo 10 > /proc/$$/autogroup; } 2>/dev/null
IFS='
'
set -f
if [ -z "$JAIL" ] && [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null
then
  # Chromium raises the priority of its processes again where it may.
  exec nice -n 5 setpriv --bounding-set=-sys_nice "$CHROMIUM" "$@"
fi
exec nice -n 5 $JAIL "$CHROMIUM" "$@"

#!/bin/sh
# Removes Debian's package managers from an image, which nothing runs after it is built. What they have installed stays listed in
# /var/lib/dpkg, which scanners and SBOMs read.
set -eu
rm -rf /etc/apt /usr/lib/apt /usr/libexec/dpkg /var/lib/apt /var/cache/apt
rm -f /usr/bin/apt /usr/bin/apt-* /usr/bin/dpkg /usr/bin/dpkg-* /usr/lib/*-linux-gnu/libapt-*.so*

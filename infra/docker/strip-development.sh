#!/bin/sh
# Removes files from an installed app that only its development needs, so that they are neither shipped nor scanned.
set -eu
rm -rf packages/testing packages/*/node_modules/@waypost/testing apps/*/node_modules/@waypost/testing
find apps packages -name node_modules -prune -o \( -name '*.test.ts' -o -name 'tsconfig*.json' \) -exec rm {} +
find node_modules/.pnpm \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -type f -delete

#!/bin/sh
# Removes files from an installed app that only its development needs, so that they are neither shipped nor scanned.
set -eu
rm -rf packages/testing packages/*/node_modules/@waypost/testing apps/*/node_modules/@waypost/testing
find apps packages -name node_modules -prune -o \( -name '*.test.ts' -o -name 'tsconfig*.json' \) -exec rm {} +
find node_modules/.pnpm \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -type f -delete
# Of the libraries, their tests and what their authors have written for readers, but for licences. `test` and `docs` are common names: only
# the directories beside a library's package.json are meant.
find node_modules/.pnpm -type d \( -name tests -o -name __tests__ \) -prune -exec rm -rf {} +
for library in node_modules/.pnpm/*/node_modules/* node_modules/.pnpm/*/node_modules/@*/*; do
  if test ! -L "$library" && test -f "$library/package.json"
  then
    for name in test docs example examples bench benchmark benchmarks .github; do rm -rf "$library/$name"; done
  fi
done
find node_modules/.pnpm -type f \( -iname 'readme*' -o -iname 'changelog*' -o -iname 'history.md' -o -iname 'contributing*' \) -delete

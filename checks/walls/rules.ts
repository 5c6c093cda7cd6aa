import type { IForbiddenRuleType } from 'dependency-cruiser'

const drizzle = '(^|/)node_modules/(\\.pnpm/)?drizzle-orm|/db/(mail-)?tables\\.ts$'

/** The import rules. A rule's comment is shown to the developer who breaks it. */
export const rules: IForbiddenRuleType[] = [
  {
    name: 'apps-never-import-each-other',
    comment: 'Apps meet in packages/* and over HTTP.',
    severity: 'error',
    from: { path: '^apps/([^/]+)/' },
    to: { path: '^apps/', pathNot: '^apps/$1/' },
  },
  {
    name: 'a-package-imports-packages-alone',
    comment: 'A package knows none of those who use it.',
    severity: 'error',
    from: { path: '^packages/' },
    to: { path: '^(apps|bench|chaos|checks|contract|e2e|harness|infra|operator|stack)/' },
  },
  {
    name: 'an-app-imports-packages-alone',
    comment: 'What starts, tests or measures an app is not part of it.',
    severity: 'error',
    from: { path: '^apps/' },
    to: { path: '^(bench|chaos|checks|contract|e2e|harness|infra|operator|stack)/' },
  },
  {
    name: 'bench-and-chaos-know-nothing-of-each-other',
    comment: 'What both need is in harness/.',
    severity: 'error',
    from: { path: '^(bench|chaos)/' },
    to: { path: '^(bench|chaos)/', pathNot: '^$1/' },
  },
  {
    name: 'harness-is-below-bench-and-chaos',
    comment: 'bench/ and chaos/ import harness/, never the other way round.',
    severity: 'error',
    from: { path: '^harness/' },
    to: { path: '^(bench|chaos|contract|e2e)/' },
  },
  {
    name: 'routes-speak-http-only',
    comment: 'SQL belongs in the verb that a route calls.',
    severity: 'error',
    from: { path: '^apps/.*(^|[/-])routes\\.ts$' },
    to: { path: drizzle },
  },
  {
    name: 'what-runs-imports-no-tests',
    comment: 'Tests and what they set up are not part of a process.',
    severity: 'error',
    from: {
      path: '^(apps|packages)/',
      pathNot: '(\\.test\\.tsx?$)|(/(create-)?test-[^/]+$)|(/testing/)|(/peers/)|(/fixtures/)',
    },
    to: { path: '(\\.test\\.tsx?$)|^packages/testing/|(/create-test-[^/]+$)' },
  },
  {
    name: 'no-circles',
    comment: 'Of two files that need each other, what both need is a third.',
    severity: 'error',
    from: {},
    to: { circular: true },
  },
]

import * as alias from '../../../apps/alias-api/src/env.ts'
import * as automation from '../../../apps/automation-api/src/env.ts'
import * as dashboard from '../../../apps/dashboard/server/env.ts'
import * as dispatcher from '../../../apps/dispatcher/src/env.ts'

type ReadEnv = () => Record<string, unknown>

/** The entry points, and how each reads its environment. */
export const processEntries: Record<string, ReadEnv> = {
  'apps/alias-api/src/api.ts': alias.readApiEnv,
  'apps/alias-api/src/mail.ts': alias.readMailEnv,
  'apps/alias-api/src/waypost.ts': alias.readMigrationEnv,
  'apps/automation-api/src/api.ts': automation.readApiEnv,
  'apps/automation-api/src/browser-host.ts': automation.readBrowserHostEnv,
  'apps/automation-api/src/runner.ts': automation.readRunnerEnv,
  'apps/automation-api/src/waypost.ts': automation.readMigrationEnv,
  'apps/dashboard/server/main.ts': dashboard.readDashboardEnv,
  'apps/dashboard/server/waypost.ts': dashboard.readMigrationEnv,
  'apps/dispatcher/src/main.ts': dispatcher.readEnv,
}

import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { registerAliasTools } from './alias-tools.ts'
import { registerAutomationTools } from './automation-tools.ts'
import type { Clients } from './clients.ts'
import { registerFileTools } from './file-tools.ts'
import { registerRequestTools } from './request-tools.ts'
import { registerScheduleTools } from './schedule-tools.ts'
import { registerSecretTools } from './secret-tools.ts'

/** A server with the tools of the services that there is a client for. */
export function createMcpServer({ automation, alias }: Clients): McpServer {
  const server = new McpServer({ name: 'waypost', title: 'Waypost', version: '0.1.0' })
  if (automation) {
    registerAutomationTools(server, automation)
    registerFileTools(server, automation)
    registerRequestTools(server, automation)
    registerScheduleTools(server, automation)
    registerSecretTools(server, automation)
  }
  if (alias) registerAliasTools(server, alias)
  return server
}

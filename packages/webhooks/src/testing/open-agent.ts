import { onTestFinished } from 'vitest'
import { createEgressPolicy } from '@waypost/egress'
import { createAgent, type Agent, type AgentOptions } from '../client/create-agent.ts'

/** For tests: an agent that reaches loopback; destroyed after the test. */
export function openAgent(options: Partial<AgentOptions> = {}): Agent {
  const policy = createEgressPolicy({ allow: ['127.0.0.0/8'] })
  const agent = createAgent({ policy, connectionsPerOrigin: 10, ...options })
  onTestFinished(() => agent.destroy())
  return agent
}

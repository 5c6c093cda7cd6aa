import type { Service } from '../services/service.ts'
import { aliasKeys } from './alias-keys.ts'
import { automationKeys } from './automation-keys.ts'
import type { KeyService } from './key-service.ts'

export const keyServices: Record<Service, KeyService> = { automation: automationKeys, alias: aliasKeys }

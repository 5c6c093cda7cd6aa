import { parseEnvironment } from '@waypost/http'
import { z } from 'zod'

const url = z.url().transform((text) => text.replace(/\/$/, ''))

const contract = z
  .object({
    /** The service under test; absent: the suite starts one on loopback. */
    BASE_URL: url.optional(),
    /** The dashboard where the suite registers accounts for that service. */
    ACCOUNTS_URL: url.optional(),
    /** The operator's token of that service, with which the suite changes plans. */
    ADMIN_TOKEN: z.string().optional(),
    /** Where that service accepts mail; absent: on BASE_URL's host, port 2525. */
    SMTP_URL: z.url({ protocol: /^smtp$/ }).optional(),
    /** The name or address under which that service and its browser reach this machine. */
    PUBLIC_HOST: z.string().default('127.0.0.1'),
  })
  .refine((env) => env.BASE_URL === undefined || env.ACCOUNTS_URL !== undefined, {
    path: ['ACCOUNTS_URL'],
    message: 'is required with BASE_URL',
  })

/** Only for the main process: vitest sets BASE_URL to a value of its own in its workers. */
export const readEnv = () => parseEnvironment(contract, process.env)

const { PATH, HOME, TMPDIR, CHROMIUM_PATH, NODE_COMPILE_CACHE, TEST_NODE_OPTIONS: NODE_OPTIONS } = process.env

/** The variables that the suite passes on to the processes that it starts. */
export const inherited = { PATH, HOME, TMPDIR, CHROMIUM_PATH, NODE_COMPILE_CACHE, NODE_OPTIONS }

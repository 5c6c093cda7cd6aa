import { parseEnvironment } from '@waypost/http'
import { z } from 'zod'

const url = z.url().transform((text) => text.replace(/\/$/, ''))

const contract = z
  .object({
    /** The service under test; absent: one that the suite starts by itself on loopback. */
    BASE_URL: url.optional(),
    /** Where people register for it. */
    ACCOUNTS_URL: url.optional(),
    /** What an operator of it proves to be one with, where accounts have to be put on a plan. */
    ADMIN_TOKEN: z.string().optional(),
    /** Where that service takes mail; absent: at BASE_URL's host, port 2525. */
    SMTP_URL: z.url({ protocol: /^smtp$/ }).optional(),
    /** The name or address under which that service, and its browser, reach this machine. */
    PUBLIC_HOST: z.string().default('127.0.0.1'),
  })
  .refine((env) => env.BASE_URL === undefined || env.ACCOUNTS_URL !== undefined, {
    path: ['ACCOUNTS_URL'],
    message: 'is required with BASE_URL',
  })

/** For the main process only: in its workers, vitest gives BASE_URL a meaning of its own. */
export const readEnv = () => parseEnvironment(contract, process.env)

const { PATH, HOME, TMPDIR, CHROMIUM_PATH } = process.env

/** What the processes that the suite starts take from its own surroundings. */
export const surroundings = { PATH, HOME, TMPDIR, CHROMIUM_PATH }

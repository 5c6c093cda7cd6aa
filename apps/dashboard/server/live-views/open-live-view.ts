import { closeUpgrade, DomainError, passUpgrade, type Upgrade } from '@waypost/http'
import { z } from 'zod'
import type { Services } from '../services.ts'
import { askService, type Asker } from '../upstreams/ask-service.ts'
import { automation } from '../upstreams/upstream.ts'
import { UpstreamError } from '../upstreams/upstream-error.ts'
import { closeWithSession } from './close-with-session.ts'

const opened = z.object({ url: z.string().startsWith('/live-view?') })
const refused = z.object({ message: z.string() })
/** As the service closes a view at the end of what it shows. */
const endedCode = 4000

/**
 * Connects a browser with a view of an execution or a recording. The token of the view stays here: the page has its cookie only. The view
 * ends with the sign-in. One of what has ended meanwhile is closed as those are that were open.
 *
 * @param watched such as `executions/<id>`
 */
export async function openLiveView(
  asker: Asker & { services: Services },
  watched: string,
  upgrade: Upgrade,
  answerHeaders: Record<string, string>,
): Promise<void> {
  const { services, session } = asker
  const url = await askForView(asker, watched)
  if (url === undefined) return closeUpgrade(upgrade, endedCode, 'It has ended')
  await passUpgrade(upgrade, services.upstreams.urlOf(automation, url), answerHeaders)
  closeWithSession(services, session, upgrade.socket)
}

/** Undefined where nothing is running any more. */
async function askForView(asker: Asker, watched: string): Promise<string | undefined> {
  const target = { path: `/api/v1/${watched}/live-view`, credential: 'key' } as const
  const answer = await askService(asker, automation, target, { method: 'POST', headers: {} }).catch(
    (error: unknown) => {
      if (!(error instanceof UpstreamError)) throw error
      throw new DomainError('bad_gateway', error.message, { cause: error })
    },
  )
  const body = await answer.body.json()
  if (answer.statusCode === 201) return opened.parse(body).url
  if (answer.statusCode === 409) return undefined
  const { message } = refused.catch({ message: 'The view could not be opened' }).parse(body)
  throw new DomainError(answer.statusCode === 404 ? 'not_found' : 'bad_gateway', message)
}

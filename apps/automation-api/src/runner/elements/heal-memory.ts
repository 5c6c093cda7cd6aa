import { isDeepStrictEqual } from 'node:util'
import { and, desc, eq, inArray, isNull } from 'drizzle-orm'
import { newId, type Db } from '@waypost/postgres'
import { elementPictures, heals } from '../../db/heal-tables.ts'
import { hasRoom } from '../../limits/require-bytes.ts'
import { insertNotice } from '../../notices/insert-notice.ts'
import type { Selector } from '../../automations/selector.ts'
import type { Services } from '../../services.ts'
import type { Recorded } from '../healing/recorded.ts'
import { describeCandidate, isLastingCandidate, isSameCandidate } from './heal-candidate.ts'

type Decision = 'accepted' | 'refused'
export type NewHeal = Pick<
  typeof heals.$inferInsert,
  | 'actionName'
  | 'foundName'
  | 'message'
  | 'evidence'
  | 'oldSelectors'
  | 'newSelectors'
  | 'frame'
  | 'lost'
  | 'filledSelectors'
  | 'oldFrame'
  | 'nowImage'
> & { found: Recorded }

/** What people have decided about the heals of an automation, and the pictures of its elements. */
export interface HealMemory {
  decisionOf(actionName: string, found: Recorded): Decision | undefined
  /** Whether a person has refused the element as what these selectors of the step find. */
  isRefusedFor(actionName: string, found: Recorded, selectors: Selector[]): boolean
  /** Whether there is no picture of the step's element, or an old one. */
  wantsPicture(actionName: string): boolean
  keepPicture(actionName: string, image: Buffer): void
  keepHeal(heal: NewHeal): void
  /** Stores what is new. */
  save(tx: Db): Promise<void>
}

const PICTURE_AGE_MS = 7 * 24 * 60 * 60 * 1000
const MOST_UNDECIDED = 20
const MOST_PICTURES = 100

export async function loadHealMemory(
  services: Pick<Services, 'db' | 'clock' | 'limits'>,
  { automationId, ownerId, executionId }: { automationId: string; ownerId: string; executionId: string },
): Promise<HealMemory> {
  const { db, clock } = services
  const now = () => clock.now()
  const load = (tx: Db) =>
    tx
      .select({
        actionName: heals.actionName,
        candidate: heals.candidate,
        decision: heals.decision,
        oldSelectors: heals.oldSelectors,
      })
      .from(heals)
      .where(eq(heals.automationId, automationId))
  const [loaded, taken] = await Promise.all([
    load(db),
    db
      .select({ actionName: elementPictures.actionName, takenAt: elementPictures.takenAt })
      .from(elementPictures)
      .where(eq(elementPictures.automationId, automationId)),
  ])
  let held = loaded
  const heldOf = (actionName: string) => held.filter((row) => row.actionName === actionName)
  const findRow = (actionName: string, candidate: Buffer) =>
    heldOf(actionName).find((row) => isSameCandidate(row.candidate, candidate))
  const pictures = new Map(taken.map(({ actionName, takenAt }) => [actionName, takenAt.getTime()]))
  const newPictures = new Map<string, Buffer>()
  const newHeals: NewHeal[] = []
  const memory: HealMemory = {
    decisionOf(actionName, found) {
      const candidate = describeCandidate(found)
      const isRefused = heldOf(actionName).some(
        (row) => row.decision === 'refused' && isLastingCandidate(row.candidate, candidate),
      )
      return findRow(actionName, candidate)?.decision ?? (isRefused ? 'refused' : undefined)
    },
    isRefusedFor(actionName, found, selectors) {
      const candidate = describeCandidate(found)
      const refused = heldOf(actionName).filter(({ decision }) => decision === 'refused')
      return refused.some(
        (row) =>
          isDeepStrictEqual(row.oldSelectors, selectors) &&
          (isSameCandidate(row.candidate, candidate) || isLastingCandidate(row.candidate, candidate)),
      )
    },
    wantsPicture(actionName) {
      const takenAt = pictures.get(actionName)
      return takenAt === undefined ? pictures.size < MOST_PICTURES : now() - takenAt > PICTURE_AGE_MS
    },
    keepPicture(actionName, image) {
      pictures.set(actionName, now())
      newPictures.set(actionName, image)
    },
    keepHeal: (heal) => void newHeals.push(heal),
    async save(tx) {
      if (newHeals.length === 0 && newPictures.size === 0) return
      const at = new Date(now())
      // An account that has stored as much as it may gets its heals without pictures.
      const isPictured = await hasRoom(tx, services, ownerId)
      // A person may have decided since the run began.
      held = await load(tx)
      const offered = newHeals.filter((heal) => memory.decisionOf(heal.actionName, heal.found) === undefined)
      for (const made of offered) {
        const heal = isPictured ? made : { ...made, nowImage: null }
        const [before] = await tx
          .select({ image: elementPictures.image })
          .from(elementPictures)
          .where(
            and(
              eq(elementPictures.automationId, automationId),
              eq(elementPictures.actionName, heal.actionName),
            ),
          )
        const written = {
          ...heal,
          executionId,
          beforeImage: isPictured ? (before?.image ?? null) : null,
          createdAt: at,
        }
        const described = describeCandidate(heal.found)
        const candidate = findRow(heal.actionName, described)?.candidate ?? described
        await tx
          .insert(heals)
          .values({ id: newId(), automationId, ownerId, candidate, ...written })
          .onConflictDoUpdate({
            target: [heals.automationId, heals.actionName, heals.candidate],
            // What a person has decided about stays as it was then, and so does the picture of the lost element.
            set: {
              executionId,
              message: heal.message,
              evidence: heal.evidence,
              oldSelectors: heal.oldSelectors,
              newSelectors: heal.newSelectors,
              frame: heal.frame,
              found: heal.found,
              filledSelectors: heal.filledSelectors,
              nowImage: heal.nowImage,
              createdAt: at,
            },
            setWhere: isNull(heals.decision),
          })
      }
      const [first] = offered
      if (first) await dropOldest(tx, automationId)
      if (first)
        await insertNotice(tx, now(), {
          ownerId,
          kind: 'heal_undecided',
          subject: automationId,
          automationId,
          data: { actionName: first.actionName },
        })
      for (const [actionName, image] of isPictured ? newPictures : [])
        await tx
          .insert(elementPictures)
          .values({ automationId, actionName, ownerId, image, takenAt: at })
          .onConflictDoUpdate({
            target: [elementPictures.automationId, elementPictures.actionName],
            set: { image, takenAt: at },
          })
    },
  }
  return memory
}

async function dropOldest(tx: Db, automationId: string): Promise<void> {
  const undecided = and(eq(heals.automationId, automationId), isNull(heals.decision))
  const old = tx
    .select({ id: heals.id })
    .from(heals)
    .where(undecided)
    .orderBy(desc(heals.createdAt), desc(heals.id))
    .offset(MOST_UNDECIDED)
  await tx.delete(heals).where(and(undecided, inArray(heals.id, old)))
}

import { sql } from 'drizzle-orm'
import { isUnavailable } from '@waypost/postgres'
import { isHere } from '../cells/is-here.ts'
import type { ApiServices } from '../services.ts'
import { fireSchedule } from './fire-schedule.ts'
import { postponeSchedule } from './postpone-schedule.ts'

// A process answers requests meanwhile, with the same connections.
const concurrency = 4
const batchSize = 200

interface Due extends Record<string, unknown> {
  id: string
  due_at: string
}

/**
 * Fires the schedules that are due, in turns by owner: an owner's second one after the first of every other. Several
 * processes may do so at once. It reads the due ones by their index, however many others there are.
 *
 * @param onError - Gets what keeps a schedule from being fired; that schedule is tried again after a minute.
 *
 * @throws Error where the database was unavailable; what is due then is due as before
 */
export async function fireSchedules(
  services: ApiServices,
  stopping: AbortSignal,
  onError: (error: unknown) => void,
): Promise<void> {
  const now = new Date(services.clock.now())
  for (let due = await listDue(services, now); due.length > 0; due = await listDue(services, now)) {
    const waiting = due.values()
    let lost: unknown
    const work = async (): Promise<void> => {
      for (const { id, due_at: dueAt } of waiting) {
        if (stopping.aborted || lost !== undefined) return
        try {
          await fireSchedule(services, id)
        } catch (error) {
          // A lost connection says nothing of the schedule, whose next time may come within a minute.
          if (isUnavailable(error)) {
            lost = error
            return
          }
          onError(error)
          await postponeSchedule(services, { id, dueAt: new Date(dueAt) })
        }
      }
    }
    await Promise.all(Array.from({ length: concurrency }, work))
    if (lost !== undefined) throw lost
    if (stopping.aborted || due.length < batchSize) return
  }
}

async function listDue({ db, directory }: ApiServices, now: Date): Promise<Due[]> {
  const { rows } = await db.execute<Due>(sql`
    select id, due_at from (
      select id, due_at, row_number() over (partition by owner_id order by due_at, id) as turn
      from automation.schedules where due_at <= ${now} and ${isHere(directory, sql`owner_id`)}
    ) due order by turn, due_at, id limit ${batchSize}
  `)
  return rows
}

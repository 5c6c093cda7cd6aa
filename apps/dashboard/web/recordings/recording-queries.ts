import { queryOptions } from '@tanstack/react-query'
import { automation } from '../client/automation.ts'

const pollMs = 500

/** A recording, asked for again until a runner has opened its browser. */
export const recordingQuery = (id: string) =>
  queryOptions({
    queryKey: ['recordings', id],
    queryFn: () => automation.recordings.get(id),
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? pollMs : false),
  })

/** The recordings that are under way or not saved yet. */
export const recordingsQuery = queryOptions({
  queryKey: ['recordings'],
  queryFn: () => automation.recordings.list(),
})

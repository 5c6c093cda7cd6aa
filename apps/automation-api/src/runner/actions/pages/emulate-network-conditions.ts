import { getCdpSession } from '../../pages/cdp-session.ts'
import type { ActionOf, Step } from '../../step.ts'

export async function emulateNetworkConditions(
  { download, upload, latency }: ActionOf<'emulateNetworkConditions'>,
  { page }: Step,
): Promise<void> {
  const session = await getCdpSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    // As in the Recorder, whose "offline" is a connection without any throughput.
    offline: download === 0 && upload === 0,
    downloadThroughput: download,
    uploadThroughput: upload,
    latency,
  })
}

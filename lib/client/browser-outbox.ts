import { deleteLocalStorageExcept } from './delete-local-storage-except'
import { countGuidelineDrafts } from './guideline-draft'
import { Outbox } from './outbox'
import { openOutboxDatabase } from './outbox-database'
import type { TabCoordinationApis } from './page-presence'

/** The browser features that coordinate the tabs. */
export const tabCoordinationApis: TabCoordinationApis = {
  locks: globalThis.navigator?.locks,
  openChannel:
    'BroadcastChannel' in globalThis ? () => new BroadcastChannel('stepmark/pages') : undefined,
}

/** Shared by the labelling screen and the account menu. */
export const browserOutbox = new Outbox(openOutboxDatabase, () => localStorage)

if (typeof window !== 'undefined') window.addEventListener('pagehide', browserOutbox.storeUnwritten)

/** Counts the work in this browser that is not on the server yet. */
export async function countUnsavedWork() {
  return { ...(await browserOutbox.count()), guidelineDrafts: countGuidelineDrafts() }
}

/** Deletes the stored data of all users but one; null deletes all. */
export async function deleteStoredDataExcept(exceptUserId: string | null): Promise<void> {
  deleteLocalStorageExcept(exceptUserId)
  await (exceptUserId === null
    ? browserOutbox.deleteAll()
    : browserOutbox.deleteOthers(exceptUserId))
}

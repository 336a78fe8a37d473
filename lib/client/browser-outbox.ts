import { countGuidelineDrafts } from './guideline-draft'
import type { BrowserApis } from './page-presence'
import { Outbox } from './outbox'
import { openOutboxDatabase } from './outbox-database'
import { deleteStoredItems } from './stored-items'

/** What of this browser the outbox and the pages need. */
export const browserApis: BrowserApis = {
  locks: globalThis.navigator?.locks,
  openChannel:
    'BroadcastChannel' in globalThis ? () => new BroadcastChannel('stepmark/pages') : undefined,
}

/** The one outbox of this page: the labelling screen and the account menu must see the same. */
export const browserOutbox = new Outbox(openOutboxDatabase, () => localStorage)

if (typeof window !== 'undefined') window.addEventListener('pagehide', browserOutbox.storeUnwritten)

/** What this browser has of the work of whoever is signed in that the server does not have. */
export async function countUnsaved() {
  return { ...(await browserOutbox.count()), guidelineDrafts: countGuidelineDrafts() }
}

/** Deletes what is kept here of everybody but one person; null: of everybody. */
export async function deleteUserData(exceptUserId: string | null): Promise<void> {
  deleteStoredItems(exceptUserId)
  await (exceptUserId === null
    ? browserOutbox.deleteAll()
    : browserOutbox.deleteOthers(exceptUserId))
}

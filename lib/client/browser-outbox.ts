import { countGuidelineDrafts } from './guideline-draft'
import type { PageTools } from './open-page'
import { Outbox } from './outbox'
import { openOutboxDatabase } from './outbox-database'
import { forgetStorage } from './take-over-storage'

/** What of this browser the outbox and the pages need. */
export const pageTools: PageTools = {
  locks: globalThis.navigator?.locks,
  openChannel:
    'BroadcastChannel' in globalThis ? () => new BroadcastChannel('stepmark/pages') : undefined,
}

/** The one outbox of this page: the labelling screen and the account menu must see the same. */
export const browserOutbox = new Outbox(openOutboxDatabase, () => localStorage)

if (typeof window !== 'undefined') window.addEventListener('pagehide', browserOutbox.storeUnwritten)

/** What this browser has of the work of whoever is signed in that the server does not have. */
export async function countKept() {
  return { ...(await browserOutbox.count()), drafts: countGuidelineDrafts() }
}

/** Deletes what is kept here of everybody but one person; null: of everybody. */
export async function forgetPeople(but: string | null): Promise<void> {
  forgetStorage(but)
  await (but === null ? browserOutbox.forgetAll() : browserOutbox.forgetOthers(but))
}

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

import { Outbox } from './outbox'
import { openOutboxDatabase } from './outbox-database'
import type { TabCoordinationApis } from './page-presence'

/** The browser features that coordinate the tabs. */
export const tabCoordinationApis: TabCoordinationApis = {
  locks: globalThis.navigator?.locks,
  openChannel:
    'BroadcastChannel' in globalThis ? () => new BroadcastChannel('stepmark/pages') : undefined,
}

/** After a key press, browsers usually paint before the next task, so that writing rarely delays it. */
const waitForNextTask = () =>
  new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })

/** Shared by the labelling screen and the account menu. */
export const browserOutbox = new Outbox(openOutboxDatabase, () => localStorage, waitForNextTask)

if (typeof window !== 'undefined') window.addEventListener('pagehide', browserOutbox.storeUnwritten)

import { Outbox } from './outbox'
import { openOutboxDatabase } from './outbox-database'
import type { TabCoordinationApis } from './page-presence'

/** The browser features that coordinate the tabs. */
export const tabCoordinationApis: TabCoordinationApis = {
  locks: globalThis.navigator?.locks,
  openChannel:
    'BroadcastChannel' in globalThis ? () => new BroadcastChannel('stepmark/pages') : undefined,
}

/** The next task. After a key press, browsers paint first, so that writing does not delay it. */
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

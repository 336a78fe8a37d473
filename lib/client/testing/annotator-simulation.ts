import { isDeepStrictEqual } from 'node:util'
import { toContentInput } from '@/lib/annotations/content-input'
import { findImpliedFinishReason } from '@/lib/annotations/finish-reason'
import type { AnnotationEventInput } from '@/lib/annotations/state-fields'
import type { LeasedWork } from '@/lib/client/labelling-screen-calls'
import type { LabellingScreenView } from '@/lib/client/labelling-screen-view'
import type { Rating } from '@/lib/formats/record'
import type { ScheduledEvent } from './event-schedule'
import { FakeBrowser } from './fake-browser'
import { FakeNetwork } from './fake-network'
import { InMemoryServer, makeContentKey } from './in-memory-server'
import { makeLeasedWork } from './make-leased-work'
import {
  openLabellingScreen,
  listStoredRecords,
  settlePendingWork,
  waitPastRetryDelay,
} from './open-labelling-screen'

interface RecordedEvent {
  solution: string
  event: AnnotationEventInput
}

interface ShownEvent extends RecordedEvent {
  /** The content that contained it, by `makeContentKey`. */
  content: string
}

interface Tab extends ReturnType<typeof openLabellingScreen> {
  device: Device
}

interface Device {
  browser: FakeBrowser
  network: FakeNetwork
}

const maxTabs = 3
const solutionNames = ['a', 'b', 'c', 'd']
const option = { text: [], source: 'another way', endsSolution: false }
/** Solutions with options from the start (b), with options after a reveal (c), and without options (d). */
const worksByName: Record<string, Partial<LeasedWork>> = {
  b: { options: { 1: [option] } },
  c: { revealed: [], options: { 1: [option] } },
  d: { revealed: [] },
}

/** One annotator with tabs on several devices, and a record of all actions and messages. */
export class AnnotatorSimulation {
  readonly server = new InMemoryServer(
    solutionNames.map((name) => makeLeasedWork(name, worksByName[name] ?? {})),
  )
  /** Conflicts shown to the annotator. */
  conflicts = 0
  /** Finished annotations that were refused with a message. */
  refusals = 0
  private readonly devices: Device[]
  private tabs: Tab[] = []
  private readonly shownEvents: ShownEvent[] = []
  /** Ratings that were lost with the annotator's knowledge: skipped, or reported as not saved. */
  private readonly discarded: RecordedEvent[] = []
  private readonly submitted: { solution: string; writer: string }[] = []

  constructor(
    deviceCount: number,
    private readonly maxOpenTabs: number = maxTabs,
  ) {
    this.devices = Array.from({ length: deviceCount }, () => ({
      browser: new FakeBrowser(),
      network: new FakeNetwork(this.server),
    }))
  }

  async play(schedule: readonly ScheduledEvent[]): Promise<void> {
    this.openTab(0)
    await settlePendingWork()
    for (const scheduled of schedule) {
      await this.perform(scheduled)
      this.recordShown()
      await settlePendingWork()
    }
  }

  /** Restores the network, opens every device again and labels everything to the end. */
  async end(): Promise<void> {
    for (const { network } of this.devices) network.change('up')
    await waitPastRetryDelay()
    while (this.tabs.length > 0) this.closeTab(this.tabs[0]!)
    for (const device of this.devices.keys()) {
      const tab = this.openTab(device)
      await waitPastRetryDelay()
      for (let turn = 0; turn < 60 && !isIdle(tab.view()); turn += 1) await this.labelNext(tab)
      if (!isIdle(tab.view())) throw new Error(`It does not end: ${JSON.stringify(tab.view())}`)
      this.closeTab(tab)
    }
  }

  /** Describes everything that went wrong, including the server's violations. */
  async listFaults(): Promise<string[]> {
    const deviceRecords = await Promise.all(
      this.devices.map(({ browser }) => listStoredRecords(browser)),
    )
    const works = deviceRecords.flatMap((each) => each.works)
    const isIn = ({ solution, event }: RecordedEvent, among: readonly RecordedEvent[]) =>
      among.some((each) => each.solution === solution && isDeepStrictEqual(each.event, event))
    const storedEvents = [...this.server.annotations].flatMap(([solution, { events }]) =>
      [...events.values()].map((event) => ({ solution, event })),
    )
    const onDevices = works.flatMap(({ solution, work }) =>
      work.events.map((event) => ({ solution, event })),
    )
    const safe = [...storedEvents, ...onDevices, ...this.discarded]
    // Two pages may have stored the same content. Then one of them is enough.
    const savedEvents = this.shownEvents.filter(({ content }) => this.server.contents.has(content))
    const isSafe = (item: ShownEvent) => isIn(item, safe) || isIn(item, savedEvents)
    const { acceptedItems: acceptedSolutions, reopened, skipped } = this.server
    const wasAccepted = (item: { solution: string; writer: string }) =>
      acceptedSolutions.some(
        ({ solution, writer }) => solution === item.solution && writer === item.writer,
      )
    const lostSubmissions = this.submitted.filter((item) => !wasAccepted(item))
    return [
      ...this.server.violations,
      ...this.shownEvents
        .filter((item) => !isSafe(item))
        .map((item) => `lost: ${JSON.stringify(item)}`),
      ...deviceRecords.flatMap(({ finishes }) =>
        finishes.map(({ finish }) => `not sent: ${finish.lease}`),
      ),
      ...works
        .filter((item) => wasAccepted(item) && !reopened.includes(item.solution))
        .map(({ solution }) => `reported as not saved, but submitted: ${solution}`),
      ...(lostSubmissions.length > this.refusals
        ? [`not submitted: ${JSON.stringify(lostSubmissions)}`]
        : []),
      ...solutionNames
        .map((name) => `solution of ${name}`)
        .filter((each) => {
          const times = acceptedSolutions.filter(({ solution }) => solution === each).length
          const reopenings = reopened.filter((item) => item === each).length
          return times !== reopenings + (skipped.has(each) ? 0 : 1)
        })
        .map((solution) => `not submitted once: ${solution}`),
    ]
  }

  private async perform(scheduled: ScheduledEvent): Promise<void> {
    const tab =
      this.tabs[
        scheduled.kind === 'wait' || scheduled.kind === 'expire'
          ? 0
          : scheduled.at % Math.max(1, this.tabs.length)
      ]
    switch (scheduled.kind) {
      case 'open': {
        if (this.tabs.length < this.maxOpenTabs) this.openTab(scheduled.at % this.devices.length)
        return
      }
      case 'close':
        return tab && this.closeTab(tab)
      case 'crash':
        return tab && this.crash(tab)
      case 'network': {
        this.devices[scheduled.at % this.devices.length]!.network.change(scheduled.network)
        if (scheduled.network !== 'up') return
        // Browsers tell their pages when they are online again.
        for (const each of this.tabs) each.controller.retryNow()
        return
      }
      case 'wait':
        return waitPastRetryDelay()
      case 'expire':
        return this.server.expireLeases()
      default:
        return tab && this.performOnTab(tab, scheduled)
    }
  }

  private async performOnTab(tab: Tab, scheduled: ScheduledEvent): Promise<void> {
    const { controller } = tab
    switch (scheduled.kind) {
      case 'rate':
        return controller.dispatch({ type: 'rate', rating: scheduled.rating }, 'key')
      case 'move':
        return controller.dispatch({ type: 'move', by: scheduled.by }, 'key')
      case 'undo':
        return void controller.undo('key')
      case 'finish':
        return this.finish(tab)
      case 'rate_and_reload':
        return this.rateAndReload(tab, scheduled.rating)
      case 'skip': {
        if (tab.view().state) this.discard(tab)
        return controller.skip('Not mine.')
      }
      case 'resolve_error':
        return this.resolveError(tab)
      default:
    }
  }

  private rateAndReload(tab: Tab, rating: Rating): void {
    tab.controller.dispatch({ type: 'rate', rating }, 'key')
    this.recordShown()
    tab.outbox.storeUnwritten()
    this.crash(tab)
    this.openTab(this.devices.indexOf(tab.device))
  }

  private finish(tab: Tab): void {
    const { state, work, error } = tab.view()
    if (!state || !work || error?.kind === 'lease_lost' || error?.kind === 'conflict') return
    const reason = findImpliedFinishReason(state.content, state.shape)
    const { solution } = work
    this.submitted.push({ solution, writer: tab.presence.writer })
    // The finish event is visible only in storage, because the next solution appears in the same frame.
    tab.controller.submit(reason ?? 'give_up', reason ? null : 'Too hard.', 'key')
  }

  private async resolveError(tab: Tab): Promise<void> {
    const { controller, view } = tab
    const { error } = view()
    if (error?.kind === 'lease_lost') return controller.continueToNext()
    if (error?.kind !== 'conflict') return controller.dismiss()
    this.discard(tab)
    // Without a network there is no reply yet.
    void controller.showSaved()
  }

  private async labelNext(tab: Tab): Promise<void> {
    const { controller, view } = tab
    const { error, stage, state } = view()
    if (error) await this.resolveError(tab)
    else if (stage === 'work' && state) {
      if (findImpliedFinishReason(state.content, state.shape)) this.finish(tab)
      else controller.dispatch({ type: 'rate', rating: 1 }, 'key')
    } else await controller.checkForWork()
    this.recordShown()
    await settlePendingWork()
  }

  /** Records the events and conflicts that are on the screen of each tab. */
  private recordShown(): void {
    for (const { view } of this.tabs) {
      const { state, work, error } = view()
      if (!state || !work) continue
      const { solution } = work
      const content = makeContentKey(solution, toContentInput(state.content, state.shape))
      for (const event of state.events)
        // Navigation alone is not stored.
        if (event.kind !== 'move') this.shownEvents.push({ solution, event, content })
      if (error?.kind === 'conflict') this.conflicts += 1
    }
  }

  private discard({ view }: Tab): void {
    const { state, work } = view()
    for (const event of state?.events ?? [])
      this.discarded.push({ solution: work!.solution, event })
  }

  private openTab(deviceIndex: number): Tab {
    const device = this.devices[deviceIndex]!
    const fakeTab = device.browser.openTab()
    const tab = { ...openLabellingScreen(fakeTab, device.network.open(fakeTab)), device }
    let shownError: LabellingScreenView['error'] = null
    tab.controller.subscribe(() => {
      const { error } = tab.view()
      const isRefusal = error?.kind === 'finish_refused' || error?.kind === 'finish_returned'
      if (error !== shownError && isRefusal) this.refusals += 1
      shownError = error
    })
    this.tabs.push(tab)
    return tab
  }

  private closeTab(tab: Tab): void {
    tab.controller.close()
    this.crash(tab)
  }

  private crash(tab: Tab): void {
    tab.tab.crash()
    this.tabs = this.tabs.filter((each) => each !== tab)
  }
}

function isIdle({ stage, pendingFinishes, error }: LabellingScreenView): boolean {
  return stage === 'none_left' && pendingFinishes === 0 && error === null
}

import { isDeepStrictEqual } from 'node:util'
import { readReadyReason } from '@/lib/annotations/finish'
import { packContent } from '@/lib/annotations/sent-content'
import type { Rating } from '@/lib/formats/record'
import type { WorkEvent } from '@/lib/annotations/work-state'
import type { WorkView } from '@/lib/client/work-view'
import { FakeBrowser } from './fake-browser'
import { FakeNetwork } from './fake-network'
import { makeWork, ModelServer, nameContent } from './model-server'
import { openAnnotation, pause, readKept, settle } from './open-annotation'
import type { Happening } from './schedule'

interface Said {
  solution: string
  event: WorkEvent
}

interface Seen extends Said {
  /** What it was part of, by `nameContent`. */
  content: string
}

interface Tab extends ReturnType<typeof openAnnotation> {
  device: Device
}

interface Device {
  browser: FakeBrowser
  network: FakeNetwork
}

const maxTabs = 3
const solutionNames = ['a', 'b', 'c', 'd']
const option = { text: [], source: 'another way', endsSolution: false }

/** One person with tabs on some devices, and a record of everything that was done and shown. */
export class PlayedWorld {
  readonly server = new ModelServer(
    solutionNames.map((name) => makeWork(name, name === 'b' ? { options: { 1: [option] } } : {})),
  )
  /** Conflicts that were shown. */
  conflicts = 0
  /** What was finished and not taken, as was shown. */
  refusals = 0
  private readonly devices: Device[]
  private tabs: Tab[] = []
  private readonly said: Seen[] = []
  /** Given up knowingly: skipped, or not saved and said so. */
  private readonly discarded: Said[] = []
  private readonly submitted: { solution: string; writer: string }[] = []

  constructor(
    deviceCount: number,
    private readonly most: number = maxTabs,
  ) {
    this.devices = Array.from({ length: deviceCount }, () => ({
      browser: new FakeBrowser(),
      network: new FakeNetwork(this.server),
    }))
  }

  async play(happenings: readonly Happening[]): Promise<void> {
    this.openTab(0)
    await settle()
    for (const happening of happenings) {
      await this.let(happening)
      this.listen()
      await settle()
    }
  }

  /** The network is back, each device is opened once more, and everything is labelled to its end. */
  async end(): Promise<void> {
    for (const { network } of this.devices) network.change('up')
    await pause()
    while (this.tabs.length > 0) this.closeTab(this.tabs[0]!)
    for (const device of this.devices.keys()) {
      const tab = this.openTab(device)
      await pause()
      for (let turn = 0; turn < 60 && !isIdle(tab.view()); turn += 1) await this.goOn(tab)
      if (!isIdle(tab.view())) throw new Error(`It does not end: ${JSON.stringify(tab.view())}`)
      this.closeTab(tab)
    }
  }

  /** What went wrong, in words. */
  async listFaults(): Promise<string[]> {
    const kept = await Promise.all(this.devices.map(({ browser }) => readKept(browser)))
    const works = kept.flatMap((each) => each.works)
    const isThere = ({ solution, event }: Said, among: readonly Said[]) =>
      among.some((each) => each.solution === solution && isDeepStrictEqual(each.event, event))
    const stored = [...this.server.annotations].flatMap(([solution, { events }]) =>
      [...events.values()].map((event) => ({ solution, event })),
    )
    const onDevices = works.flatMap(({ solution, work }) =>
      work.events.map((event) => ({ solution, event })),
    )
    const safe = [...stored, ...onDevices, ...this.discarded]
    // Two pages may have come to say the same: then one of them is enough.
    const saved = this.said.filter(({ content }) => this.server.contents.has(content))
    const isSafe = (one: Seen) => isThere(one, safe) || isThere(one, saved)
    const { taken, reopened, skipped } = this.server
    const wasTaken = (one: { solution: string; writer: string }) =>
      taken.some(({ solution, writer }) => solution === one.solution && writer === one.writer)
    const lost = this.submitted.filter((one) => !wasTaken(one))
    return [
      ...this.server.offences,
      ...this.said.filter((one) => !isSafe(one)).map((one) => `lost: ${JSON.stringify(one)}`),
      ...kept.flatMap(({ finishes }) => finishes.map(({ finish }) => `left: ${finish.lease}`)),
      ...works
        .filter((one) => wasTaken(one) && !reopened.includes(one.solution))
        .map(({ solution }) => `told lost, but saved: ${solution}`),
      ...(lost.length > this.refusals ? [`not handed in: ${JSON.stringify(lost)}`] : []),
      ...solutionNames
        .map((name) => `solution of ${name}`)
        .filter((each) => {
          const times = taken.filter(({ solution }) => solution === each).length
          const reopenings = reopened.filter((one) => one === each).length
          return times !== reopenings + (skipped.has(each) ? 0 : 1)
        })
        .map((solution) => `not submitted once: ${solution}`),
    ]
  }

  private async let(happening: Happening): Promise<void> {
    const tab =
      this.tabs[
        happening.kind === 'wait' || happening.kind === 'expire'
          ? 0
          : happening.at % Math.max(1, this.tabs.length)
      ]
    switch (happening.kind) {
      case 'open': {
        if (this.tabs.length < this.most) this.openTab(happening.at % this.devices.length)
        return
      }
      case 'close':
        return tab && this.closeTab(tab)
      case 'crash':
        return tab && this.crash(tab)
      case 'network': {
        this.devices[happening.at % this.devices.length]!.network.change(happening.network)
        if (happening.network !== 'up') return
        // The browser says so to its pages.
        for (const each of this.tabs) each.annotation.tryNow()
        return
      }
      case 'wait':
        return pause()
      case 'expire':
        return this.server.expireLeases()
      default:
        return tab && this.act(tab, happening)
    }
  }

  private async act(tab: Tab, happening: Happening): Promise<void> {
    const { annotation } = tab
    switch (happening.kind) {
      case 'rate':
        return annotation.act({ type: 'rate', rating: happening.rating }, 'key')
      case 'move':
        return annotation.act({ type: 'move', by: happening.by }, 'key')
      case 'undo':
        return void annotation.undo('key')
      case 'finish':
        return this.finish(tab)
      case 'rate_and_reload':
        return this.rateAndReload(tab, happening.rating)
      case 'skip': {
        if (tab.view().state) this.discard(tab)
        return annotation.skip('Not mine.')
      }
      case 'answer_trouble':
        return this.answerTrouble(tab)
      default:
    }
  }

  private rateAndReload(tab: Tab, rating: Rating): void {
    tab.annotation.act({ type: 'rate', rating }, 'key')
    this.listen()
    tab.outbox.storeUnwritten()
    this.crash(tab)
    this.openTab(this.devices.indexOf(tab.device))
  }

  private finish(tab: Tab): void {
    const { state, work, trouble } = tab.view()
    if (!state || !work || trouble?.kind === 'lease_lost' || trouble?.kind === 'conflict') return
    const reason = readReadyReason(state.content, state.shape)
    const { solution } = work
    this.submitted.push({ solution, writer: tab.page.writer })
    // The event of the end is seen only in what is kept: the next solution is there in the same frame.
    tab.annotation.submit(reason ?? 'give_up', reason ? null : 'Too hard.', 'key')
  }

  private async answerTrouble(tab: Tab): Promise<void> {
    const { annotation, view } = tab
    const { trouble } = view()
    if (trouble?.kind === 'lease_lost') return annotation.goOn()
    if (trouble?.kind !== 'conflict') return annotation.dismiss()
    this.discard(tab)
    // Without a network there is no answer yet.
    void annotation.showSaved()
  }

  private async goOn(tab: Tab): Promise<void> {
    const { annotation, view } = tab
    const { trouble, stage, state } = view()
    if (trouble) await this.answerTrouble(tab)
    else if (stage === 'work' && state) {
      if (readReadyReason(state.content, state.shape)) this.finish(tab)
      else annotation.act({ type: 'rate', rating: 1 }, 'key')
    } else await annotation.checkAgain()
    this.listen()
    await settle()
  }

  /** What is said on any page by now. */
  private listen(): void {
    for (const { view } of this.tabs) {
      const { state, work, trouble } = view()
      if (!state || !work) continue
      const { solution } = work
      const content = nameContent(solution, packContent(state.content, state.shape))
      for (const event of state.events)
        // Where somebody looked alone is not kept.
        if (event.kind !== 'move') this.said.push({ solution, event, content })
      if (trouble?.kind === 'conflict') this.conflicts += 1
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
    const tab = { ...openAnnotation(fakeTab, device.network.open(fakeTab)), device }
    let shown: WorkView['trouble'] = null
    tab.annotation.subscribe(() => {
      const { trouble } = tab.view()
      if (trouble !== shown && trouble?.kind === 'finish_refused') this.refusals += 1
      shown = trouble
    })
    this.tabs.push(tab)
    return tab
  }

  private closeTab(tab: Tab): void {
    tab.annotation.close()
    this.crash(tab)
  }

  private crash(tab: Tab): void {
    tab.tab.crash()
    this.tabs = this.tabs.filter((each) => each !== tab)
  }
}

function isIdle({ stage, underWay, trouble }: WorkView): boolean {
  return stage === 'none_left' && underWay === 0 && trouble === null
}

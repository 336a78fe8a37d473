import { describe, expect, it } from 'vitest'
import { AppError } from '@/lib/platform/errors'
import { type ExplainedGold, ExplainedGoldLoader } from './explained-gold-loader'

const makeExplanation = (annotation: string): ExplainedGold => ({
  annotation,
  submittedAt: '2026-05-06T07:08:09.000Z',
  problem: 'What is 1 + 1?',
  score: 'verdict',
  finishReason: 'found_error',
  answer: 2,
  firstErrors: [0],
  explanation: 'It is odd.',
})

/** Like the server, sends each explanation once, and the same reply for the same idempotency key. */
class ExplanationServer {
  readonly newAnnotations: string[] = []
  private readonly replies = new Map<string, ExplainedGold[]>()
  lostReplies = 0
  lostRequests = 0

  request = async (idempotencyKey: string): Promise<ExplainedGold[]> => {
    if (this.lostRequests > 0) {
      this.lostRequests -= 1
      throw new AppError('unavailable', 'Offline.')
    }
    const reply =
      this.replies.get(idempotencyKey) ?? this.newAnnotations.splice(0).map(makeExplanation)
    this.replies.set(idempotencyKey, reply)
    await Promise.resolve()
    if (this.lostReplies === 0) return reply
    this.lostReplies -= 1
    throw new AppError('unavailable', 'Offline.')
  }
}

function openPage() {
  const server = new ExplanationServer()
  const loadedAnnotations: string[] = []
  const loader = new ExplainedGoldLoader(server.request, (explanations) =>
    loadedAnnotations.push(...explanations.map(({ annotation }) => annotation)),
  )
  return { server, loader, loadedAnnotations }
}

describe('explanations of gold', () => {
  it('are kept if the next load begins before their reply arrives', async () => {
    const { server, loader, loadedAnnotations } = openPage()
    server.newAnnotations.push('first')
    const firstLoad = loader.load()
    const secondLoad = loader.load()
    await Promise.all([firstLoad, secondLoad])
    expect(loadedAnnotations).toEqual(['first'])
  })

  it('are loaded once, together with newer ones, by the next load after their reply was lost', async () => {
    const { server, loader, loadedAnnotations } = openPage()
    server.newAnnotations.push('first')
    server.lostReplies = 2
    await loader.load()
    server.newAnnotations.push('second')
    await loader.load()
    expect(loadedAnnotations).toEqual([])
    await loader.load()
    await loader.load()
    expect(loadedAnnotations).toEqual(['first', 'second'])
  })

  it('are requested again by the next load if a request did not reach the server', async () => {
    const { server, loader, loadedAnnotations } = openPage()
    server.newAnnotations.push('first')
    server.lostRequests = 1
    await loader.load()
    expect(loadedAnnotations).toEqual([])
    await loader.load()
    expect(loadedAnnotations).toEqual(['first'])
  })
})

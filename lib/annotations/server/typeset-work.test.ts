import { Worker } from 'node:worker_threads'
import { afterAll, beforeEach, expect, it, vi } from 'vitest'
import { stopTypesetThreads } from '@/lib/typesetting/server/typeset-pool'
import { typesetReply } from '@/lib/typesetting/server/typeset-reply'
import { typesetWorkWithOwnCache } from './typeset-work'

const send = vi.spyOn(Worker.prototype, 'postMessage')
beforeEach(() => void send.mockClear())
afterAll(async () => {
  send.mockRestore()
  await stopTypesetThreads()
})

it('an annotator’s work is typeset without shared caches, so that response times don’t reveal gold', async () => {
  await typesetWorkWithOwnCache(({ text }) => [text('Let $x$')])
  expect(send.mock.calls).toMatchObject([[{ usesOwnCache: true }]])
})

it('other replies are typeset with a shared cache', async () => {
  await typesetReply(({ text }) => [text('Let $x$')])
  expect(send.mock.calls).toMatchObject([[{ usesOwnCache: false }]])
})

import { createToken } from '@/lib/auth/server/commands'
import { expect, testInFullRun } from './fixtures'

// Tested in every run by lib/http/server/downloads.db.test.ts and e2e/releases.spec.ts.
testInFullRun(
  'a release file can be downloaded completely or by byte range, and HEAD returns its length',
  async ({ request, testData }) => {
    const project = await testData.project()
    await testData.solutions(project, [
      {
        prompt: 'What is 1 + 1?',
        completions: ['It is one more.', 'That is 2.'],
        labels: [true, true],
      },
    ])
    const { number } = await testData.release(project, { name: 'A release' })
    const token = await createToken.execute(project.admin, { name: 't', scope: 'read', days: 1 })
    const authorization = `Bearer ${token.secret}`
    for (const file of ['stepmark-train.jsonl', 'manifest.json', 'README.md']) {
      const path = `/api/v1/projects/${project.slug}/releases/${number}/files/${file}`
      // Like a browser. Files are not compressed, so that length and hash match.
      const headers = { authorization, 'accept-encoding': 'gzip, deflate, br' }
      const completeReply = await request.get(path, { headers })
      const length = (await completeReply.body()).length
      expect(completeReply.headers()).toMatchObject({ 'content-length': String(length) })
      expect(completeReply.headers()).not.toHaveProperty('transfer-encoding')
      expect(completeReply.headers()).not.toHaveProperty('x-stepmark-length')
      const rangeReply = await request.get(path, { headers: { ...headers, range: 'bytes=5-14' } })
      expect([rangeReply.status(), rangeReply.headers()['content-length']]).toEqual([206, '10'])
      const headReply = await request.head(path, { headers })
      expect([headReply.status(), headReply.headers()['content-length']]).toEqual([
        200,
        String(length),
      ])
      const etag = completeReply.headers().etag ?? ''
      const cachedReply = await request.get(path, {
        headers: { ...headers, 'if-none-match': etag },
      })
      expect([cachedReply.status(), (await cachedReply.body()).length]).toEqual([304, 0])
    }
  },
)

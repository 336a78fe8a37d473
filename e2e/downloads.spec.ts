import { createToken } from '@/lib/auth/server/commands'
import { expect, testInFullRun } from './fixtures'

// In every run: lib/http/server/downloads.db.test.ts and e2e/releases.spec.ts.
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
      const ask = { authorization, 'accept-encoding': 'gzip, deflate, br' }
      const whole = await request.get(path, { headers: ask })
      const length = (await whole.body()).length
      expect(whole.headers()).toMatchObject({ 'content-length': String(length) })
      expect(whole.headers()).not.toHaveProperty('transfer-encoding')
      expect(whole.headers()).not.toHaveProperty('x-stepmark-length')
      const part = await request.get(path, { headers: { ...ask, range: 'bytes=5-14' } })
      expect([part.status(), part.headers()['content-length']]).toEqual([206, '10'])
      const head = await request.head(path, { headers: ask })
      expect([head.status(), head.headers()['content-length']]).toEqual([200, String(length)])
      const etag = whole.headers().etag ?? ''
      const same = await request.get(path, { headers: { ...ask, 'if-none-match': etag } })
      expect([same.status(), (await same.body()).length]).toEqual([304, 0])
    }
  },
)

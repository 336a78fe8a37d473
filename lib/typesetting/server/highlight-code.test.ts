import { Script } from 'node:vm'
import { describe, expect, it, vi } from 'vitest'
import { pageTypesetBudget } from '../typeset-limits'
import { typesetText } from '../typeset-text'
import { addCodeColours } from './add-code-colours'
import { highlightCode, maxColouredCodeLength } from './highlight-code'

/** On a machine under load, the first attempts may exceed their time limit. */
const underLoad = { timeout: 10_000 }

/** Code with its colours in brackets, `k` for a keyword. */
async function outlineColours(text: string, language: string): Promise<string> {
  const colours = await highlightCode(text, language, true)
  let position = 0
  const parts = colours.map(({ kind, length }) => {
    const part = text.slice(position, position + length)
    position += length
    return kind === 'plain' ? part : `[${kind.charAt(0)} ${part}]`
  })
  return parts.join('') + text.slice(position)
}

describe('syntax colours', () => {
  it.each([
    ['python', 'if x in y:  # why', '[k if] x [k in] y:  [c # why]'],
    ['Python title=a.py', 'print("a", 1.5)', 'print([s "a"], [n 1.5])'],
    ['js', 'const a = `b`', '[k const] a = [s `b`]'],
    ['typescript', 'let a: T = 1', '[k let] a: T = [n 1]'],
    ['java', 'return 1;', '[k return] [n 1];'],
    ['c', 'int a; // b', '[k int] a;[c  // b]'],
    ['c++', 'return 0;', '[k return] [n 0];'],
    ['rust', 'let x = 1;', '[k let] x = [n 1];'],
    ['go', 'return "a"', '[k return] [s "a"]'],
    ['sql', "SELECT 'a'", "[k SELECT] [s 'a']"],
    ['bash', 'if true; then # a', '[k if] true; [k then] [c # a]'],
    ['json', '[1, true]', '[[n 1], [k true]]'],
    ['lean', 'theorem a : 1', '[k theorem] a : [n 1]'],
    ['r', 'if (a) 1', '[k if] (a) [n 1]'],
    ['haskell', 'case 1 of', '[k case] [n 1] [k of]'],
    ['python', 'a = """\nb\n"""\nc', 'a = [s """]\n[s b]\n[s """]\nc'],
  ])('mark the keywords, strings, numbers and comments of %s', async (language, text, expected) => {
    await expect.poll(() => outlineColours(text, language), underLoad).toBe(expected)
  })

  it('mark the comments of LaTeX', async () => {
    await expect.poll(() => outlineColours('a % b', 'latex'), underLoad).toBe('a [c % b]')
  })

  it.each(['', 'text', 'cobol', 'constructor', '__proto__', ' python'])(
    'are left out for the unknown language %j',
    async (language) => {
      expect(await highlightCode('if x:', language)).toEqual([])
    },
  )

  it('are left out for code that is too long', async () => {
    const line = 'return 1\n'
    const longest = line.repeat(Math.floor(maxColouredCodeLength / line.length))
    await expect.poll(() => highlightCode(longest, 'python'), underLoad).not.toEqual([])
    expect(await highlightCode(longest + line, 'python')).toEqual([])
    expect(await highlightCode(`x = "${'a'.repeat(2_000)}"\nreturn`, 'python')).toHaveLength(2)
  })

  it('are the same when the same code is highlighted again', async () => {
    await expect.poll(() => highlightCode('if x: return 2', 'python'), underLoad).not.toEqual([])
    const first = await highlightCode('if x: return 2', 'python')
    expect(await highlightCode('if x: return 2', 'python')).toEqual(first)
  })

  it('are left out if highlighting takes too long, and turned off for a language where that happens repeatedly', async () => {
    await expect.poll(() => highlightCode('return 1', 'go'), underLoad).not.toEqual([])
    let times = 40
    // On a machine under load, an attempt may be interrupted before it counts as too long.
    await vi.waitFor(
      async () => {
        times += 1
        expect(await highlightCode(`${"struct {'".repeat(times)}(`, 'go')).toEqual([])
        expect(await highlightCode('return 2', 'go', true)).toEqual([])
      },
      { ...underLoad, interval: 0 },
    )
    await expect.poll(() => highlightCode('return 1', 'python'), underLoad).not.toEqual([])
  })

  it('are turned off for a language after ten interrupted attempts', async () => {
    const { runInContext } = Script.prototype
    let isInterrupted = false
    const run = vi.spyOn(Script.prototype, 'runInContext')
    run.mockImplementation(function (this: Script, context) {
      // A timeout without CPU time. Other attempts have no time limit.
      if (isInterrupted) throw Object.assign(new Error(), { code: 'ERR_SCRIPT_EXECUTION_TIMEOUT' })
      return runInContext.call(this, context) as unknown
    })
    const highlight = () => highlightCode('return 1;', 'java', true)
    const interrupt = async () => {
      isInterrupted = true
      expect(await highlight()).toEqual([])
      isInterrupted = false
    }
    for (let i = 0; i < 9; i += 1) await interrupt()
    expect(await highlight()).not.toEqual([])
    await interrupt()
    expect(await highlight()).toEqual([])
    run.mockRestore()
  })
})

const listColouredCode = (blocks: ReturnType<typeof typesetText>) =>
  blocks.filter((block) => block.kind === 'code' && block.colours.length > 0)

const waitUntilColoursAreCached = (text: string) =>
  expect
    .poll(async () => {
      const budget = { ...pageTypesetBudget, nodes: 100_000 }
      return listColouredCode(
        await addCodeColours(typesetText(text), { usesOwnCache: true, budget }),
      )
    }, underLoad)
    .not.toEqual([])

describe('a typeset reply', () => {
  it('has syntax colours for code in all of its texts, at any depth', async () => {
    const fence = '```c\nreturn 1;\n```'
    const text = typesetText(
      `${fence}\n\n- An item:\n  > so\n  > ${fence.replaceAll('\n', '\n  > ')}`,
    )
    const reply = await addCodeColours({
      steps: [{ text }],
      when: new Date(0),
      none: null,
      count: 1,
    })
    const matches = JSON.stringify(reply).match(/"colours":\[\{"kind":"keyword","length":6\}/g)
    expect(matches).toHaveLength(2)
    expect(reply.when).toEqual(new Date(0))
  })

  it('has syntax colours only up to a limited amount of code', async () => {
    const line = 'return 12345;\n'
    const code = `\`\`\`c\n${line.repeat(700)}\`\`\``
    await waitUntilColoursAreCached(code)
    const budget = { ...pageTypesetBudget, nodes: 100_000 }
    const steps = await addCodeColours(
      Array.from({ length: 12 }, () => typesetText(code)),
      { budget },
    )
    expect(listColouredCode(steps.flat())).toHaveLength(10)
  })

  it('has syntax colours only while its budget of nodes allows it', async () => {
    const budget = { ...pageTypesetBudget, nodes: 100 }
    const code = `\`\`\`c\n${'return 12345;\n'.repeat(20)}\`\`\``
    await waitUntilColoursAreCached(code)
    const steps = await addCodeColours(
      Array.from({ length: 4 }, () => typesetText(code)),
      { budget },
    )
    expect(listColouredCode(steps.flat())).toHaveLength(1)
    expect(budget.nodes).toBeGreaterThanOrEqual(0)
  })
})

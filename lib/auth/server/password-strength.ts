import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'
import { AppError } from '@/lib/platform/errors'
import { isLeaked } from './leaked-passwords'

/** Guesses, as a power of ten, that a password must outlast: more than anyone can make at a door with limits. */
const minGuessesLog10 = 8

/** No one is served while it is judged: what it costs grows faster than the length, to seconds at 256 characters. */
const checkedLength = 72

let factory: ZxcvbnFactory | null = null

/**
 * Throws `invalid_input` for a password that is among the first guesses: the commonest, leaked ones, rows of keys, repeats,
 * the person's own name or address. Length is the only other rule. `place` is the field of the call that it stands in.
 */
export function refuseCommonPassword(
  password: string,
  person: { name: string; email: string },
  field = 'password',
): void {
  // Unpacked at first use: the list takes a quarter of a second.
  factory ??= new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: checkedLength })
  const own = `${person.name} ${person.email} stepmark`.toLowerCase().split(/[^\p{L}\p{N}]+/u)
  const { guessesLog10 } = factory.check(password, [...own, person.email])
  if (guessesLog10 >= minGuessesLog10 && !isLeaked(password)) return
  throw new AppError('invalid_input', 'This password is easy to guess. Choose a different one.', {
    issues: [
      {
        place: field,
        reason:
          'This password is common, leaked, or contains your name or a pattern. Use several unrelated words.',
      },
    ],
  })
}

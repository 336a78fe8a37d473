import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'
import { AppError } from '@/lib/platform/errors'
import { isLeaked } from './leaked-passwords'

/** Guesses, as a power of ten, that a password must outlast: more than anybody can make at a door with limits. */
const guessesLog10Least = 8

/** Nobody is served while it is judged: what it costs grows faster than the length, to seconds at 256 characters. */
const judgedLength = 72

let factory: ZxcvbnFactory | null = null

/**
 * Throws `invalid_input` for a password that is among the first guesses: the commonest, leaked ones, rows of keys, repeats,
 * the person's own name or address. Length is the only other rule. `place` is the field of the call that it stands in.
 */
export function refuseCommonPassword(
  password: string,
  person: { name: string; email: string },
  place = 'password',
): void {
  // Unpacked at first use: the list takes a quarter of a second.
  factory ??= new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: judgedLength })
  const own = `${person.name} ${person.email} stepmark`.toLowerCase().split(/[^\p{L}\p{N}]+/u)
  const { guessesLog10 } = factory.check(password, [...own, person.email])
  if (guessesLog10 >= guessesLog10Least && !isLeaked(password)) return
  throw new AppError(
    'invalid_input',
    'This password is one of the first that are guessed. Nothing was changed; choose another.',
    {
      issues: [
        {
          place,
          reason:
            'This is one of the first that are guessed: a common password, one that has leaked, a row of keys, a repeat, or your own name. Several words that have nothing to do with each other are good.',
        },
      ],
    },
  )
}

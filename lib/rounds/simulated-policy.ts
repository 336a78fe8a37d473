import { type RoundPolicy, slicePolicyNames, type SlicePolicyName } from './policy'

/**
 * Wrong answers in random order: separates the gain from "wrong" and the gain from "convincing".
 */
export const wrongAtRandomPolicyName = 'wrong-at-random'

export interface SimulatedPolicy {
  /** As typed by the user. */
  name: string
  slices: RoundPolicy['slices']
  exploration: number
  /** Uses random scores. */
  ignoresScores: boolean
}

export const defaultSimulatedPolicies = [
  'random',
  wrongAtRandomPolicyName,
  'convincing-wrong',
  'convincing-wrong:0.9+random:0.1',
  'paper-80-20',
  'uncertain',
  'convincing-wrong:0.5+uncertain:0.3+random:0.2',
] as const

export type PolicyParseResult =
  | { ok: true; policy: SimulatedPolicy }
  | { ok: false; reason: string }

const partNames = [...slicePolicyNames, wrongAtRandomPolicyName] as const

interface Part {
  name: SlicePolicyName | typeof wrongAtRandomPolicyName
  share: number
}

/** `convincing-wrong`, or a mix with shares: `convincing-wrong:0.9+random:0.1`. */
export function parseSimulatedPolicy(text: string): PolicyParseResult {
  const parts: Part[] = []
  for (const partText of text.split('+')) {
    const part = parsePart(partText.trim())
    if ('reason' in part) return { ok: false, ...part }
    if (parts.some(({ name }) => name === part.name))
      return { ok: false, reason: `${part.name} is listed twice.` }
    parts.push(part)
  }
  const ignoresScores = parts.some(({ name }) => name === wrongAtRandomPolicyName)
  const rankedParts = parts.filter(({ name }) => name !== 'random')
  if (ignoresScores && rankedParts.length > 1)
    return { ok: false, reason: `${wrongAtRandomPolicyName} can be combined with random only.` }
  const shareSum = parts.reduce((sum, { share }) => sum + share, 0)
  const randomShare = parts.find(({ name }) => name === 'random')?.share ?? 0
  const slices = rankedParts.map(({ name, share }) => ({
    policy: toSlice(name),
    share: share / shareSum,
  }))
  return {
    ok: true,
    policy: {
      name: text,
      // With an exploration of 1, the required slice selects nothing.
      slices: slices.length > 0 ? slices : [{ policy: 'convincing-wrong', share: 1 }],
      exploration: randomShare / shareSum,
      ignoresScores,
    },
  }
}

const toSlice = (name: Part['name']) =>
  name === wrongAtRandomPolicyName || name === 'random' ? 'convincing-wrong' : name

/** Returns the part, or the reason why it is invalid. */
function parsePart(text: string): Part | { reason: string } {
  const [nameText = '', shareText = '1', ...extraParts] = text.split(':')
  const name = partNames.find((partName) => partName === nameText)
  if (name === undefined)
    return { reason: `"${nameText}" is not a policy. Policies: ${partNames.join(', ')}.` }
  const share = /^(?:\d+\.?\d*|\.\d+)$/.test(shareText) ? Number(shareText) : 0
  if (!(share > 0 && Number.isFinite(share)) || extraParts.length > 0)
    return { reason: `The share of ${name} must be a number above 0, as in ${name}:0.9.` }
  return { name, share }
}

import { outputFormatSummaries } from '@/lib/formats/format-names'
import { formatNoun } from '@/lib/platform/format'
import { type Split, splits } from './choose-side'
import { consensusFileName, type FallbackName } from './consensus-names'
import { listNotTaken } from './explain-not-taken'
import type { ManifestFile, ReleaseFormat, ReleaseManifest } from './release-manifest'

/**
 * `README.md` of a release, as the Hugging Face hub shows it: what is in it, how it came to be, and what it does not say.
 * The licence is for those who publish it to state.
 */
export function writeDatasetCard(manifest: ReleaseManifest): string {
  const { project, release } = manifest
  return [
    ...writeFrontMatter(manifest),
    '',
    `# ${escapeText(project.name)}: ${escapeText(release.name)}`,
    '',
    `Release ${release.number} of the project \`${project.slug}\`, as of ${manifest.snapshotAt}. Each solution to a problem is split`,
    'into steps, and people rated the steps for training and testing process reward models.',
    '',
    ...describeLabels(manifest),
    '',
    ...describeMaking(manifest),
    '',
    ...describeContents(manifest),
    '',
    ...describeFiles(manifest),
    '',
    ...describeCaveats(manifest),
    '',
  ].join('\n')
}

function writeFrontMatter(manifest: ReleaseManifest): string[] {
  const { project, release, options, files } = manifest
  return [
    '---',
    `pretty_name: ${quoteText(`${project.name}: ${release.name}`)}`,
    '# license: say here under which licence you publish it; nobody else can.',
    'tags:',
    '  - prm',
    '  - process-supervision',
    ...(options.formats.some((format) => format.startsWith('trl')) ? ['  - trl'] : []),
    'size_categories:',
    `  - ${nameSize(manifest.counts.train.annotations + manifest.counts.test.annotations)}`,
    ...writeConfigs(options.formats, files),
    '---',
  ]
}

/** A file without rows would not load. */
function writeConfigs(formats: readonly ReleaseFormat[], files: readonly ManifestFile[]): string[] {
  const configs = formats.flatMap((format) => {
    const filled = files.filter((file) => file.format === format && (file.rows ?? 0) > 0)
    return filled.length === 0 ? [] : [{ format, filled }]
  })
  if (configs.length === 0) return []
  return [
    'configs:',
    ...configs.flatMap(({ format, filled }, i) => [
      `  - config_name: ${format}`,
      ...(i === 0 ? ['    default: true'] : []),
      '    data_files:',
      ...filled.flatMap(({ name, split }) => [`      - split: ${split}`, `        path: ${name}`]),
    ]),
  ]
}

const sizes = [
  [1_000, 'n<1K'],
  [10_000, '1K<n<10K'],
  [100_000, '10K<n<100K'],
  [1_000_000, '100K<n<1M'],
] as const

function nameSize(rows: number): string {
  return sizes.find(([below]) => rows < below)?.[1] ?? '1M<n<10M'
}

const neutralWords = {
  positive: 'counts as right',
  negative: 'counts as wrong',
  drop: 'ends the row before it',
}

function describeLabels({ neutralPolicy }: ReleaseManifest): string[] {
  return [
    '## What the labels mean',
    '',
    '- **+1 positive**: the step is right and helps.',
    '- **0 neutral**: not wrong, but no progress, or hard to tell.',
    '- **-1 negative**: the step is wrong. It is the first error: people stop there.',
    '',
    neutralPolicy === null
      ? 'All three stand in the files: no format of this release knows only right and wrong.'
      : `In the formats that know only right and wrong, a neutral step ${neutralWords[neutralPolicy]}.`,
  ]
}

function describeMaking(manifest: ReleaseManifest): string[] {
  const { since, split, heldOut, labelers, includeQC, includeScreening } = manifest
  const notTaken = listNotTaken(manifest.counts.notTaken)
  const lists = heldOut.lists.map(
    ({ name, problems }) => `${escapeText(name)} (${formatNoun(problems, 'problem')})`,
  )
  return [
    '## How it was made',
    '',
    `- ${formatNoun(labelers.length, 'person', 'people')} labelled it (by the names in \`manifest.json\`), with guideline version ${manifest.project.guidelineVersion} as the latest.`,
    ...describeAggregation(manifest),
    ...(since
      ? [
          manifest.consensus
            ? `- It has only solutions whose annotations or adjudication are new or changed since release ${since.number}.`
            : `- It has only annotations that are new, or were themselves changed, since release ${since.number}. A verdict, a known answer, a problem or a step that changed beside an annotation does not bring it again: compare whole releases for that.`,
        ]
      : []),
    split.testShare > 0
      ? `- Problems were drawn for \`test\` by a hash of their statement: a share of ${split.testShare}, seed ${escapeText(quoteText(split.seed))}. No problem is in both splits.`
      : '- Nothing was drawn for a test split.',
    lists.length > 0
      ? `- Held out of \`train\` by statement: ${lists.join(', ')}; they ${heldOut.become === 'test' ? 'are in `test`' : 'are left out'}.`
      : '- No list of problems was held out.',
    `- Annotations that were given up or whose problem is bad: ${manifest.excludedFinishReasons.length > 0 ? 'left out' : 'included'}. Gold: ${sayWhether(includeQC)}. Screening: ${sayWhether(includeScreening)}. Annotations that break the rules: ${sayWhether(manifest.includeIrregular)}.`,
    ...(notTaken.length > 0
      ? [`- Submitted annotations that are not in it: ${notTaken.join('; ')}.`]
      : ['- Every other submitted annotation of the project is in it.']),
    ...manifest.warnings.map((warning) => `- **${escapeText(warning)}**`),
    '- `manifest.json` has every option.',
  ]
}

function describeAggregation({ aggregation, consensus, counts }: ReleaseManifest): string[] {
  if (!consensus)
    return [
      aggregation === 'latest'
        ? '- Of each solution it has the newest annotation.'
        : '- Every annotation stands for itself: a solution that several people labelled is there several times.',
    ]
  const { policy, fallback } = consensus
  const rule = policy === 'adjudicated' ? fallback : policy
  return [
    '- Each row is one finished solution, labelled with what its annotations come to (`consensus` in `manifest.json`); `consensus.jsonl` says of each whose they are. Only whole annotations that keep the rules, of the steps as they are, were heard; one for each person.',
    ...(policy === 'adjudicated'
      ? [
          '- Where a reviewer has ruled on a solution, it has the reviewer’s final labels (`adjudicated`).',
          ...(fallback ? [`- Where nobody has, ${ruleWords[fallback]}`] : []),
        ]
      : [`- Of its annotations, ${ruleWords[policy]}`]),
    ...(rule !== 'majority' && rule !== 'dawid-skene'
      ? []
      : [
          '- A step before the first error has the rating of most of those who read it and did not call it an error; neutral where they are even.',
        ]),
    ...(counts.notTaken.tied > 0
      ? [
          `- Solutions whose votes are even are left out (${formatNoun(counts.notTaken.tied, 'annotation')}): somebody has to rule on them.`,
        ]
      : []),
  ]
}

const ruleWords: Readonly<Record<FallbackName, string>> = {
  majority: 'the first error is the one that most people gave (`majority`).',
  'dawid-skene':
    'the first error is the likeliest by one-coin Dawid-Skene (`dawid-skene`): people count by how often they are right, as their labels tell. `annotators` in `manifest.json` has what was found, `posterior` in `consensus.jsonl` how sure each row is.',
  latest: 'the labels are those of the newest annotation (`latest`).',
  'leave-out': 'the solution is left out.',
}

const sayWhether = (isIncluded: boolean) => (isIncluded ? 'included' : 'left out')

function describeContents({ counts, ratings, files }: ReleaseManifest): string[] {
  const hasFiles = (split: Split) => files.some((file) => file.split === split)
  return [
    '## What is in it',
    '',
    '| split | problems | solutions | annotations | positive | neutral | negative | unrated |',
    '|---|---:|---:|---:|---:|---:|---:|---:|',
    ...splits.filter(hasFiles).map((split) => {
      const { problems, solutions, annotations } = counts[split]
      const { positive, neutral, negative, unrated } = ratings[split]
      const cells = [problems, solutions, annotations, positive, neutral, negative, unrated]
      return `| ${split} | ${cells.join(' | ')} |`
    }),
    '',
    `Ratings are counted by step. Left out as held out: ${formatNoun(counts.leftOut.problems, 'problem')}, ${formatNoun(counts.leftOut.annotations, 'annotation')}.`,
  ]
}

function describeFiles({ files }: ReleaseManifest): string[] {
  return [
    '## Files',
    '',
    '| file | rows | what |',
    '|---|---:|---|',
    ...files.map(
      ({ name, rows, format }) =>
        `| \`${name}\` | ${rows ?? ''} | ${format === null ? describeIndex(name) : describeFormat(format)} |`,
    ),
    '',
    'Check them with `sha256sum -c SHA256SUMS`.',
  ]
}

function describeIndex(name: string): string {
  return name === consensusFileName
    ? 'of every row who labelled the solution, what each said, and what decided'
    : 'every annotation, or row of a consensus, with its split and a SHA-256 of all it says'
}

function describeFormat(format: ReleaseFormat): string {
  return format === 'trl-stepwise-parquet'
    ? `${outputFormatSummaries['trl-stepwise']}, as Parquet`
    : outputFormatSummaries[format]
}

const endsAtError = [
  '- Labelling ends at the first error. Steps after it have **no label**: they are neither right nor wrong. Formats with one',
  '  label per step end with the first error; ProcessBench has all steps and where the first error is.',
]
const goesOnAfterError = [
  '- Labelling ends at the first error, but **some rows go on after it**: they were labelled elsewhere, and have the labels that',
  '  their source gave to the steps after the first error (`truncateAtFirstError` in `manifest.json` is false).',
]
const otherCaveats = [
  '- A row whose labels are all positive comes from a solution that was read to its end without an error, or is the',
  '  beginning of a longer one, where the format makes several rows of a solution.',
  '- Solutions were chosen for labelling, not drawn at random: shares of right and wrong steps are those of this choice.',
]

function describeCaveats({ truncateAtFirstError }: ReleaseManifest): string[] {
  return [
    '## What to know before training',
    '',
    ...(truncateAtFirstError ? endsAtError : goesOnAfterError),
    ...otherCaveats,
  ]
}

/** Names that people gave, as plain words in Markdown. */
function escapeText(text: string): string {
  return text
    .replace(/\s+/gu, ' ')
    .replace(/[\p{Cc}\ufffe\uffff]/gu, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replace(/[\\`*_[\]|#~!]/gu, String.raw`\$&`)
}

/** What YAML allows in no text, or takes for the end of a line, and JSON leaves as it is. */
const unprintable = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/gu

/** A text in double quotes, as JSON and YAML alike read it. */
function quoteText(text: string): string {
  return JSON.stringify(text).replace(
    unprintable,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

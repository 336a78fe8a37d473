/** A phrase that readers stumble over. */
export interface PhraseRule {
  pattern: RegExp
  /** What to write instead. */
  instead: string
  /** A sentence that the pattern matches. */
  example: string
}

/** Phrases that no text in the product, its code or its docs has. */
export const phraseRules: PhraseRule[] = [
  {
    pattern: /\blabellings?\b(?= (is|are|was|were|of|in|that|by)\b)/i,
    instead: 'annotation: the thing that an annotator submits',
    example: '70 labellings are in',
  },
  {
    pattern: /\brul(e|es|ed|ing) on\b/i,
    instead: 'adjudicate (a disagreement), decide (a question)',
    example: 'Disagreements to rule on',
  },
  { pattern: /\brulings?\b/i, instead: 'decision', example: 'The ruling changes the guideline' },
  {
    pattern: /\b(where|over what|over which) (they|people|two) part\b/i,
    instead: 'disagree',
    example: 'Steps where they part',
  },
  {
    pattern: /\bparts? (with|from) the\b/i,
    instead: 'disagrees',
    example: 'It parts with the majority',
  },
  { pattern: /\b(what|who) came in\b/i, instead: 'imports', example: 'What came in today' },
  {
    pattern: /\b(solutions?|work|rows?) in hand\b/i,
    instead: 'in progress',
    example: 'No work in hand',
  },
  {
    pattern: /\b(set|sets|setting) aside\b/i,
    instead: 'exclude, supersede or defer',
    example: 'Ratings set aside',
  },
  {
    pattern: /\b(gave|gives|given|give) back\b/i,
    instead: 'release, return',
    example: 'Leases that were given back',
  },
  {
    pattern: /\b(taken|take|takes) out of\b/i,
    instead: 'exclude, remove',
    example: 'Taken out of the queue',
  },
  { pattern: /\bput back\b/i, instead: 'restore', example: 'Put back into the queue' },
  {
    pattern: /\bplanted (bugs?|faults?)\b/i,
    instead: 'mutation',
    example: 'Each planted bug is caught',
  },
  { pattern: /\blit (step|row|option)\b/i, instead: 'current', example: 'The lit step' },
  {
    pattern: /\b(every|any|some)body\b/i,
    instead: 'everyone, anyone, someone, or the role',
    example: 'For everybody',
  },
  { pattern: /\bnobody\b(?!@)/i, instead: 'no one, or the count', example: 'Nobody is at work' },
  { pattern: /\bwho(m|so)?ever\b/i, instead: 'anyone who', example: 'Whoever has the link' },
  {
    pattern: /\bshall\b/i,
    instead: 'must, should, or the imperative',
    example: 'What shall be exported',
  },
  { pattern: /\bso many\b/i, instead: 'the number', example: 'Or so many for a person' },
  { pattern: /\bat work\b/i, instead: 'active', example: 'Two people at work' },
  { pattern: /\bblind arm\b/i, instead: 'hidden-reference arm', example: 'The blind arm' },
  { pattern: /\blabel screens?\b/i, instead: 'labelling screen', example: 'The label screen' },
  {
    pattern: /\bsen(d|ds|t|ding)( (it|them|one|others|an annotation|annotations))? back\b/i,
    instead: 'return',
    example: 'Annotations that were sent back',
  },
  {
    pattern:
      /(?<![-\w])(capital|initial|memo|normal|optim|organ|recogn|sanit|summar)iz(e|es|ed|ing|ation)\b/i,
    instead: 'the spelling with -ise',
    example: 'It recognizes a token',
  },
  { pattern: /\bupkeep\b/i, instead: 'maintenance', example: 'Upkeep of the database' },
  { pattern: /\bkept counts?\b/i, instead: 'stored counts', example: 'The kept counts are wrong' },
  {
    pattern: /\bsecond opinions?\b/i,
    instead: 'the algebra system',
    example: 'Ask for a second opinion',
  },
  {
    // Matches a subject such as "Who labels" or "What was imported" in a sentence that is not a question.
    pattern:
      /(^\s*|[.!] )Wh(o|ose|at) (?!(are|can|do|does|if|is|next)\b)[a-z ]+\b(is|are|has|have|was|gets|goes|needs|keeps)\b[^?]*\.$/,
    instead: 'start with the subject: "Annotators who ..."',
    example: 'Who labels has read the guideline.',
  },
]

/** American spelling, anywhere in a name. */
export const americanNamePattern = /(capital|initial|memo|normal|recogn|sanit|summar)iz/i

/** Names that say nothing about the value, and what to call it. Whole names only. */
export const nameRules: Record<string, string> = {
  ahead: 'prefetched',
  aside: 'superseded, excluded, deferred',
  asked: 'question, request, requested...',
  begun: 'started, inProgress',
  board: 'list, table',
  door: 'signIn',
  drawn: 'sample',
  elsewhere: 'otherTab, otherRevision',
  beside: 'next to what?',
  found: 'match, or what was found',
  given: 'initial, loaded, expected',
  gone: 'removed, missing',
  heard: 'received, messages',
  held: 'leased',
  kept: 'stored, remaining',
  lit: 'current',
  made: 'created',
  meant: 'intended, expected',
  parted: 'disagreement',
  ruling: 'decision',
  rulings: 'decisions',
  said: 'rating, comment, answer',
  seen: 'visited, listed, snapshot',
  shelf: 'cache',
  shown: 'visible, displayed',
  standing: 'status',
  stated: 'statedAnswer, or what was stated',
  taken: 'claimed, used',
  tally: 'counts',
  told: 'notified, message',
  trouble: 'error',
  troubles: 'errors',
  united: 'merged + what',
  patience: 'retry',
  prepared: 'preparedLine, or what was prepared',
  upkeep: 'maintenance',
  wanted: 'slots, expected',
  words: 'text, message, label',
  worth: 'priority',
}

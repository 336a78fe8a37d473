import { hashText } from './characters'

const hashWords = (list: string): ReadonlySet<number> => new Set(list.split(' ').map(hashText))

/** Words that change the meaning of a number next to them: `3 times 4`, `5 million`, `10 mod 7`. */
export const modifierWords = hashWords(
  'sin cos tan cot sec csc arcsin arccos arctan log ln exp lim max min gcd lcm mod root sqrt percent half twice double ' +
    'triple times plus minus multiplied divided squared cubed dozen hundred thousand million billion trillion choose ' +
    'factorial base over with remainder th power',
)

/** `3/4 of 20`: a product if a number precedes it. */
export const ofWordHash = hashText('of')

/** Words for a trial value, for alternatives, or for discarding a value. */
export const hypothesisWords = hashWords(
  'if or let suppose assume assuming when case cases otherwise try trying instead either not except unless plug ' +
    'between from limits interval bounds at for point points corresponding values satisfies test another pair valid ' +
    'substitute substituting setting set where possible option choice roots solutions new now again change update respectively',
)

type LatexRole =
  | 'fraction'
  | 'root'
  | 'times'
  | 'over'
  | 'about'
  | 'skip'
  | 'text'
  | 'environment'
  | 'several'
  | 'stop'

const latexRoles: Readonly<Record<LatexRole, string>> = {
  fraction: 'frac dfrac tfrac cfrac',
  root: 'sqrt',
  times: 'times cdot ast',
  over: 'div',
  about: 'approx simeq',
  skip: 'left right big bigg Big Bigg displaystyle boxed fbox mathbf bm limits',
  text: 'text mathrm mbox textbf textit operatorname',
  environment: 'begin end',
  several: 'pm mp lor',
  stop:
    'quad qquad Rightarrow implies to neq ne leq le geq ge lt gt equiv mod pmod bmod iff rightarrow Longrightarrow ' +
    'hline ldots dots cdots sum prod int therefore because qed sim cong propto',
}

/** The effect of a LaTeX command on a calculation. Other commands are names. */
export const latexRolesByHash: ReadonlyMap<number, LatexRole> = new Map(
  (Object.entries(latexRoles) as [LatexRole, string][]).flatMap(([role, names]) =>
    names
      .split(' ')
      .filter(Boolean)
      .map((name): [number, LatexRole] => [hashText(name), role]),
  ),
)

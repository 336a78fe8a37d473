/** How the reasons of verdicts begin that were given for one solution alone; a ruling on its pair leaves those be. */
export const ofOneSolution = 'A person says so of this solution: '
/** How the reasons of all verdicts begin that were given for a pair of answers. */
export const ofPair = 'A person says so'

/** Why a solution's verdict is what it is whose pair of answers was settled. */
export const sayOfPair = (note: string): string => ofPair + (note === '' ? '.' : `: ${note}`)

/** Why a solution's verdict is what it is that was overruled by itself. */
export const sayOfSolution = (note: string): string => ofOneSolution + note

import type { GuidelineParts } from './guideline-parts'

/** For law, medicine and other fields that argue from sources and facts. */
export const prose: GuidelineParts = {
  checkable: String.raw`
Half a minute is allowed: to find the sentence in the text that the problem gives, or a rule that every reference work of
the field has. “Section 2 says one year” can be checked, and so can “ibuprofen may irritate the stomach”. “Several courts
have held” and “studies show” cannot, unless they name what you can find at once. Sources are easily invented: a section,
a judgment or a study that you cannot find is negative. You are asked whether a step is supported, not whether you would
decide in this way.
`,
  borders: String.raw`
The problem: *A patient who takes warfarin is given an antibiotic that slows the breakdown of warfarin. What should be
watched?*

| the step says | rating | because |
|---|---|---|
| Warfarin is a medicine that slows the clotting of blood. | neutral | true, and known to whoever reads the problem |
| If its breakdown is slowed, more of it stays in the blood and its effect grows. | positive | it follows from what is given |
| The question is about warfarin and an antibiotic. | neutral | it repeats the problem |
| So bleeding becomes more likely, and the clotting time should be measured more often. | positive | it follows, and answers the question |
| No one who takes warfarin may ever be given an antibiotic. | negative | it says far more than the facts carry |
`,
  firstError: String.raw`
An example. The rules say: *A tenant may end the contract with three months' notice. If the flat cannot be lived in, the
tenant may end it at once.* The problem: *The heating fails for two days in May. May the tenant end the contract at once?*

1. The contract can be ended at once only if the flat cannot be lived in. (positive)
2. It could be argued that a flat without heating cannot be lived in. (positive: it says that it could be argued)
3. The heating failed, so the flat could not be lived in, and the tenant may leave at once. (negative: what could be
   argued has become a fact, and two days in May have been left out)

“May” and “must”, “some” and “all”, “can” and “will” are different words. A step that turns one into the other is
negative, however well it reads.
`,
  explanation: String.raw`
- Poor: “I do not agree.” Poor: “The tenant may not.” Neither says what is wrong in the step.
- Good: “Failed heating makes a flat unfit only where it is cold for long. Two days in May are a fact that decides, and
  the step leaves it out.”
`,
  progress: String.raw`
An example: rules and facts are found and put together, and the error is in the conclusion: most. The right rule is named
and nothing is applied yet: some. The error is in what the question is: none.
`,
  finalAnswer: String.raw`
An answer that is right by luck, from a rule that does not apply, is negative at the step that brings in that rule. Where
the question has several parts, each must be answered. “It depends” is positive only where it does depend, and the step
says on what. Of several choices the letter and the reasons must agree.
`,
  badProblem: String.raw`
A problem is bad if the text that it speaks of is not there, if its facts contradict each other where it matters, or if it
asks for a mere opinion. That you would need to know which country it is about does not make it bad, if the rules are
given or the same nearly everywhere.
`,
  example: String.raw`
The rules say: *§ 1 A seller must take goods back within 14 days if the buyer has not used them. § 2 Goods that were
defective when handed over must be taken back within one year, used or not. § 3 Goods made to the buyer's measure need
not be taken back under § 1.*

The problem: *Mara has a jacket made to measure. It is handed over on 1 March with a torn lining. She wears it twice and
brings it back on 20 March. Must the tailor take it back?*

| step | rating | because |
|---|---|---|
| 1. Two rules may help Mara: § 1, on goods not used, and § 2, on defective goods. | positive | what has to be looked at |
| 2. The question is whether the tailor must take the jacket back. | neutral | it repeats the problem |
| 3. § 1 does not help her: she comes after 19 days, and she has worn the jacket. | positive | right, and it follows |
| 4. § 3 says that goods made to measure need not be taken back, so § 2 does not help her either. | negative | § 3 speaks of § 1 only |
| 5. The tailor need not take it back. | unrated | it comes after the first error |

The other options at step 4, each by itself:

| option | rating | because |
|---|---|---|
| 4a. § 3 is about § 1 only. The lining was torn when the jacket was handed over, so § 2 applies. | positive | right, and what is needed |
| 4b. § 2 applies only if she has not worn the jacket. | negative | § 2 says “used or not” |
| 4c. A torn lining is a nuisance. | neutral | true, but of no use here |
`,
  exampleExplanation: String.raw`
The mistake: “§ 3 says ‘under § 1’. It takes goods made to measure out of that rule alone. § 2, on defective goods, used or
not, stands as it is.”
`,
  exampleProgress: String.raw`
How far it had come: most. The rules are found and § 1 is settled; only § 2 was left to apply.
`,
  exampleTag: { tag: 'misquotes-source', label: '§ 3 does not say this of § 2' },
  choiceExample: String.raw`
The rules say: *§ 1 A seller must take goods back within 14 days if the buyer has not used them. § 2 Goods that were
defective when handed over must be taken back within one year, used or not.*

The problem: *May the seller refuse to take back an opened kettle that does not heat?* The options at step 1:

| option | rating | because |
|---|---|---|
| The kettle does not heat, so it may be defective, and § 2 has to be looked at. | positive | it finds the rule that decides |
| § 1 does not help the buyer if the kettle was used. | positive | right, and it clears the way |
| The buyer is not content with the kettle. | neutral | true, but of no use here |
| Opened goods never need to be taken back. | negative | § 2 says “used or not” |

The first is chosen: it is right, and one can go on from it at once.
`,
  writtenExample: String.raw`
Good: “It has to be known whether the kettle was defective when it was handed over.” Too much: the rule, the facts and
the conclusion in one text. Those are three steps.
`,
  questions: String.raw`
**I would weigh this otherwise.** Where sensible people of the field may differ, a step that gives reasons is not
negative for its result. It is negative if it leaves out what decides, or says that no other view is possible.

**The step is clumsy, or full of phrases.** Language is no error as long as it is clear what is said. A step of phrases
alone is neutral.

**It says “probably” or “in most cases”.** Take it at its word: it is right if that is so in most cases.

**The law, or the advice, has changed.** Go by the rules that the problem gives. If it gives none, by those that are in
force now; if the step says which state it means, by that.

**It quotes from the problem, with a word left out.** Fine, if the meaning stays. Negative, if it does not.

**It adds a warning, such as to ask a doctor.** Neutral, where nothing follows from it.
`,
}

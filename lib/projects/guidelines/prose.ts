import type { TemplateGuidelineTexts } from './template-guideline-texts'

/** For law, medicine and other fields that argue from sources and facts. */
export const proseGuidelineTexts: TemplateGuidelineTexts = {
  checkable: String.raw`
You have half a minute to find the sentence in the text that the problem gives, or a rule that every reference work of the
field contains. “Section 2 says one year” can be checked, and so can “ibuprofen may irritate the stomach”. “Several courts
have held” and “studies show” can’t, unless the step names a source that you find at once. Models invent sources: a section,
judgment or study that you can’t find is negative. Rate whether a step is supported, not whether you would reach the same
conclusion.
`,
  ratingExamples: String.raw`
Problem: *A patient who takes warfarin is given an antibiotic that slows the breakdown of warfarin. What should be
monitored?*

| step | rating | why |
|---|---|---|
| Warfarin slows the clotting of blood. | neutral | true, but known to every reader of the problem |
| If its breakdown is slowed, more of it stays in the blood and its effect increases. | positive | follows from what is given |
| The question is about warfarin and an antibiotic. | neutral | restates the problem |
| So bleeding becomes more likely, and the clotting time should be measured more often. | positive | follows, and answers the question |
| No one who takes warfarin may ever be given an antibiotic. | negative | claims far more than the facts support |
`,
  firstError: String.raw`
Example. The rules say: *A tenant may end the contract with three months’ notice. If the flat is uninhabitable, the tenant
may end it at once.* Problem: *The heating fails for two days in May. May the tenant end the contract at once?*

1. The contract can be ended at once only if the flat is uninhabitable. (positive)
2. It could be argued that a flat without heating is uninhabitable. (positive: it says only that it could be argued)
3. The heating failed, so the flat was uninhabitable, and the tenant may leave at once. (negative: the argument is now
   treated as a fact, and the two days in May are ignored)

“May” and “must”, “some” and “all”, “can” and “will” mean different things. A step that turns one into the other is
negative, however well it reads.
`,
  explanation: String.raw`
- Poor: “I disagree.” Also poor: “The tenant may not.” Neither says what is wrong with the step.
- Good: “A flat without heating is uninhabitable only if it stays cold. The step ignores a decisive fact: it was two days
  in May.”
`,
  progress: String.raw`
Examples: The rules and facts are found and applied, and the error is in the conclusion: most. The right rule is named, but
nothing is applied yet: some. The question was misunderstood: none.
`,
  finalAnswer: String.raw`
If the answer is correct only by luck, from a rule that doesn’t apply, the step that introduces that rule is negative. If the
question has several parts, each must be answered. “It depends” is positive only if it does depend and the step says on
what. In multiple choice, the letter and the reasons must agree.
`,
  badProblem: String.raw`
A problem is bad if the text that it refers to is missing, if its facts contradict each other on a point that matters, or if
it only asks for an opinion. It isn’t bad because it doesn’t name the country, if the rules are given or are much the same
everywhere.
`,
  example: String.raw`
The rules say: *§ 1 A seller must take goods back within 14 days if the buyer has not used them. § 2 Goods that were
defective when delivered must be taken back within one year, used or not. § 3 Goods made to measure need not be taken back
under § 1.*

Problem: *Mara buys a jacket made to measure. It is delivered on 1 March with a torn lining. She wears it twice and returns
it on 20 March. Must the tailor take it back?*

| step | rating | why |
|---|---|---|
| 1. Two rules may help Mara: § 1 on unused goods and § 2 on defective goods. | positive | the rules to consider |
| 2. The question is whether the tailor must take the jacket back. | neutral | restates the problem |
| 3. § 1 doesn’t help her: she returns it after 19 days, and she has worn it. | positive | correct, and it follows |
| 4. § 3 says that goods made to measure need not be taken back, so § 2 doesn’t help her either. | negative | § 3 is only about § 1 |
| 5. The tailor need not take it back. | unrated | after the first error |

The other options at step 4, each rated on its own:

| option | rating | why |
|---|---|---|
| 4a. § 3 is only about § 1. The lining was torn when the jacket was delivered, so § 2 applies. | positive | correct and useful |
| 4b. § 2 applies only if she has not worn the jacket. | negative | § 2 says “used or not” |
| 4c. A torn lining is a nuisance. | neutral | true, but it doesn’t help |
`,
  exampleExplanation: String.raw`
**Explanation:** “§ 3 says ‘under § 1’, so it exempts goods made to measure from that rule only. § 2 on defective goods, used
or not, still applies.”
`,
  exampleProgress: String.raw`
**Progress:** most. The rules are found and § 1 is ruled out. Only § 2 was left to apply.
`,
  exampleTag: { tag: 'misquotes-source', reason: '§ 3 says nothing about § 2' },
  choiceExample: String.raw`
The rules say: *§ 1 A seller must take goods back within 14 days if the buyer has not used them. § 2 Goods that were
defective when delivered must be taken back within one year, used or not.*

Problem: *May the seller refuse to take back an opened kettle that doesn’t heat?* The options for step 1:

| option | rating | why |
|---|---|---|
| The kettle doesn’t heat, so it may be defective, and § 2 must be considered. | positive | finds the decisive rule |
| § 1 doesn’t help the buyer if the kettle was used. | positive | correct, and it rules out § 1 |
| The buyer is unhappy with the kettle. | neutral | true, but it doesn’t help |
| Opened goods never need to be taken back. | negative | § 2 says “used or not” |

Choose the first: it is correct, and it is the easiest to continue from.
`,
  writtenExample: String.raw`
Good: “We need to know whether the kettle was defective when it was delivered.” Too much: the rule, the facts and the
conclusion together. These are three steps in one.
`,
  questions: String.raw`
**I would weigh this differently.** If reasonable experts can disagree, a step with reasons is not negative because of its
result. It is negative if it ignores a decisive fact, or claims that no other view is possible.

**The step is clumsy, or full of empty phrases.** Style is not an error if the meaning is clear. A step of only empty phrases
is neutral.

**It says “probably” or “in most cases”.** Take it literally: it is correct if that is true in most cases.

**The law or the advice has changed.** Follow the rules that the problem gives. If it gives none, follow those in force now,
or those of the date that the step names.

**It quotes the problem with a word left out.** Fine, if the meaning stays the same. Negative if it doesn’t.

**It adds a warning, such as to ask a doctor.** Neutral, if nothing follows from it.
`,
}

import type { TemplateGuidelineTexts } from './template-guideline-texts'

export const scienceGuidelineTexts: TemplateGuidelineTexts = {
  checkable: String.raw`
You may think for half a minute, use a calculator or a table of constants, and look up a textbook law. “$E = mc^2$ with
$m = 2\,\mathrm{g}$ gives about $1.8 \cdot 10^{14}\,\mathrm{J}$” can be checked. “Solving these equations numerically gives
0.73” can’t, and neither can “it is known from the literature that”. A claim about an experiment or a property is negative
if you can’t find it in half a minute.
`,
  ratingExamples: String.raw`
Problem: *A stone falls from a height of 20 m. How long does it fall? Ignore air resistance.*

| step | rating | why |
|---|---|---|
| The stone falls because the Earth attracts it. | neutral | true, but it doesn’t help |
| Without air resistance, it falls $h = \tfrac12 g t^2$ in time $t$. | positive | the law that applies |
| So $t = \sqrt{2h/g}$. | positive | correct, and gets closer |
| The height is 20 m, and we need $t$. | neutral | restates the problem |
| With $g = 9.8\,\mathrm{m/s^2}$, $t \approx 2.0\,\mathrm{s}$. | positive | correct to the given digits |
| With $g = 9.8\,\mathrm{m/s^2}$, $t \approx 2.0\,\mathrm{m}$. | negative | a time is not measured in metres |
`,
  firstError: String.raw`
Example. Problem: *A 9 V battery feeds two resistors of 100 Ω and 200 Ω in series. What is the voltage across the smaller
one?*

1. In series, the same current flows through both. (positive)
2. One might think that each resistor gets half of the voltage. (neutral: it only says that one might think so, and doesn’t
   use it)
3. So the voltage across the 100 Ω resistor is 4.5 V. (negative: the idea is now treated as a fact; the voltage is 3 V)

A stated approximation (“for small angles, $\sin\theta \approx \theta$”) is not an error if it is accurate enough for the
question. An unstated one is an error if it changes the answer within the digits that are asked for.
`,
  explanation: String.raw`
- Poor: “Wrong voltage.” Also poor: “It is 3 V.” Neither says what is wrong with the step.
- Good: “In series, the voltages divide in the ratio of the resistances, 1 to 2, not equally: 3 V and 6 V.”
`,
  progress: String.raw`
Examples: All forces are found and the equation is set up, and the error is in solving it: most. The law is named, but
nothing is substituted yet: some. The wrong law was chosen: none.
`,
  finalAnswer: String.raw`
Number and unit must be correct, the number to the digits that the problem allows. If the data have two digits, the second
digit may differ by one because of rounding. A correct number without its unit is negative, unless the problem states the
unit. In multiple choice, the letter and the text of the choice must agree.
`,
  badProblem: String.raw`
A problem is bad if a figure, spectrum or table that it needs is missing, or if a value is impossible (a concentration below
zero). It isn’t bad if it leaves out a value that is commonly known, such as $g$ or room temperature.
`,
  example: String.raw`
Problem: *How much heat does it take to warm 250 g of water from 20 °C to 100 °C and evaporate all of it? Use
$c = 4.18\,\mathrm{J/(g\,K)}$ and $L = 2260\,\mathrm{J/g}$.*

| step | rating | why |
|---|---|---|
| 1. There are two parts: warming to 100 °C, then evaporating. | positive | a suitable plan |
| 2. The temperature rises by $\Delta T = 80\,\mathrm{K}$. | positive | correct |
| 3. A difference of 80 °C is a difference of 80 K. | neutral | true, but already used |
| 4. Warming takes $Q_1 = m c\,\Delta T = 250 \cdot 4.18 \cdot 80\,\mathrm{J} = 83\,600\,\mathrm{J}$. | positive | correct, with units |
| 5. Evaporating takes $Q_2 = m L = 0.250 \cdot 2260\,\mathrm{J} = 565\,\mathrm{J}$. | negative | kilograms with a value per gram |
| 6. The total is about $84.2\,\mathrm{kJ}$. | unrated | after the first error |

The other options at step 5, each rated on its own:

| option | rating | why |
|---|---|---|
| 5a. Evaporating takes $Q_2 = 250 \cdot 2260\,\mathrm{J} = 565\,000\,\mathrm{J}$. | positive | correct |
| 5b. The temperature stays at 100 °C, so evaporating takes no heat. | negative | the temperature is constant, but heat is absorbed |
| 5c. At normal pressure, water boils at 100 °C. | neutral | true, but already used |
`,
  exampleExplanation: String.raw`
**Explanation:** “$L$ is given per gram, but the mass is inserted as 0.250 kg. It should be $250\,\mathrm{g} \cdot
2260\,\mathrm{J/g} = 565\,000\,\mathrm{J}$. With 565 J, evaporating would take less than a hundredth of the heat for warming.”
`,
  exampleProgress: String.raw`
**Progress:** some. The plan and the first part are correct, but the larger part and the sum were still to do.
`,
  exampleTag: { tag: 'units', reason: 'the mass is in kilograms, but the value is per gram' },
  choiceExample: String.raw`
Problem: *Zinc is put into dilute hydrochloric acid. Which gas forms?* The options for step 1:

| option | rating | why |
|---|---|---|
| Zinc is more reactive than hydrogen, so it can displace hydrogen from the acid. | positive | correct, and it decides the question |
| Hydrochloric acid contains $\mathrm{H^+}$ and $\mathrm{Cl^-}$ in water. | positive | correct, and we can continue from it |
| Zinc is a metal. | neutral | true, but of little use on its own |
| The zinc turns the chloride into chlorine gas. | negative | zinc gives up electrons; it can’t take them from chloride |

Choose the first: it is correct, and it is the easiest to continue from.
`,
  writtenExample: String.raw`
Good: “Zinc gives up two electrons and becomes $\mathrm{Zn^{2+}}$.” Too much: the whole equation with an explanation and the
answer. These are three steps in one.
`,
  questions: String.raw`
**The step uses $g = 10\,\mathrm{m/s^2}$.** Fine, if it says so and the problem asks for a rough answer.

**It carries too many digits, or rounds a little early.** Not an error, as long as the digits that are asked for are correct.

**It omits units in between.** Not an error if they are obvious and come back correctly. An error if a wrong number results,
or if the step ends with a value whose unit is unclear.

**It uses a simplified model.** Fine, if the problem asks for it or its level suggests it. An error if the problem rules it
out, or if the model gives a different answer.

**Textbooks disagree about this.** Follow the majority. If there is none, flag the step as unsure.

**The law is correct, but its name is wrong.** Negative, if the step claims that it is the named law: that claim is false.
`,
}

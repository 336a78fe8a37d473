import type { GuidelineParts } from './guideline-parts'

export const science: GuidelineParts = {
  checkable: String.raw`
Half a minute of thinking is allowed, and so are a calculator, a table of constants and a look at a textbook law.
“$E = mc^2$ with $m = 2\,\mathrm{g}$ gives about $1.8 \cdot 10^{14}\,\mathrm{J}$” can be checked. “A numerical solution
of these equations gives 0.73” cannot, nor “it is known from the literature that”. A claim about an experiment or a
property that you cannot find in half a minute is negative.
`,
  borders: String.raw`
The problem: *A stone falls from a height of 20 m. How long does it fall, without air resistance?*

| the step says | rating | because |
|---|---|---|
| The stone falls because the Earth attracts it. | neutral | true, but no one needs it here |
| Without air resistance it falls $h = \tfrac12 g t^2$ in the time $t$. | positive | the law that applies |
| So $t = \sqrt{2h/g}$. | positive | right, and it brings us nearer |
| The height is 20 m, and we look for $t$. | neutral | it repeats the problem |
| With $g = 9.8\,\mathrm{m/s^2}$ that is $t \approx 2.0\,\mathrm{s}$. | positive | right to the digits given |
| With $g = 9.8\,\mathrm{m/s^2}$ that is $t \approx 2.0\,\mathrm{m}$. | negative | a time is not measured in metres |
`,
  firstError: String.raw`
An example. The problem: *A battery of 9 V feeds two resistors of 100 Ω and 200 Ω in series. What is the voltage across
the smaller one?*

1. In series the same current flows through both. (positive)
2. One might think that each resistor gets half of the voltage. (neutral: it says that one might think so, and does
   not use it)
3. So 4.5 V lie across the resistor of 100 Ω. (negative: what one might think has become a fact; it is 3 V)

An approximation that is named (“for small angles $\sin\theta \approx \theta$”) is no error as long as it holds for what
is asked. One that is made without a word is an error where it changes the answer within the digits asked for.
`,
  explanation: String.raw`
- Poor: “Wrong voltage.” Poor: “It is 3 V.” Neither says what is wrong in the step.
- Good: “In series the voltages are shared in the ratio of the resistances, 1 to 2, and not in halves: 3 V and 6 V.”
`,
  progress: String.raw`
An example: all forces are found and the equation stands, and the error is in solving it: most. The law is named and
nothing is put in yet: some. The error is in which law applies: none.
`,
  finalAnswer: String.raw`
Number and unit must be right, and the number to the digits that the problem allows: where data have two digits, the
second may differ by one from rounding on the way. A right number without its unit is negative where the problem does
not give the unit itself. Of several choices the letter and what stands behind it must agree.
`,
  badProblem: String.raw`
A figure, a spectrum or a table that is needed and not there makes a problem bad, and so do values that cannot be (a
concentration below zero). A value that is left out but commonly known (such as $g$, or room temperature) does not.
`,
  example: String.raw`
The problem: *How much heat does it take to warm 250 g of water from 20 °C to 100 °C and evaporate all of it? Take
$c = 4.18\,\mathrm{J/(g\,K)}$ and $L = 2260\,\mathrm{J/g}$.*

| step | rating | because |
|---|---|---|
| 1. There are two parts: warming to 100 °C, then evaporating. | positive | a plan that fits |
| 2. The temperature rises by $\Delta T = 80\,\mathrm{K}$. | positive | right |
| 3. A difference of 80 °C is a difference of 80 K. | neutral | true, and used already |
| 4. Warming takes $Q_1 = m c\,\Delta T = 250 \cdot 4.18 \cdot 80\,\mathrm{J} = 83\,600\,\mathrm{J}$. | positive | right, with units |
| 5. Evaporating takes $Q_2 = m L = 0.250 \cdot 2260\,\mathrm{J} = 565\,\mathrm{J}$. | negative | kilograms with a value for grams |
| 6. Together that is about $84.2\,\mathrm{kJ}$. | unrated | it comes after the first error |

The other options at step 5, each by itself:

| option | rating | because |
|---|---|---|
| 5a. Evaporating takes $Q_2 = 250 \cdot 2260\,\mathrm{J} = 565\,000\,\mathrm{J}$. | positive | right |
| 5b. The temperature stays at 100 °C, so evaporating takes no heat. | negative | the temperature stays, heat is taken up |
| 5c. Under normal pressure water boils at 100 °C. | neutral | true, and given already |
`,
  exampleExplanation: String.raw`
The mistake: “$L$ is given per gram, but the mass is put in as 0.250 kg. $250\,\mathrm{g} \cdot 2260\,\mathrm{J/g} =
565\,000\,\mathrm{J}$. With 565 J, evaporating would take less than a hundredth of the warming.”
`,
  exampleProgress: String.raw`
How far it had come: some. The plan and the first part are right; the larger part and the sum were still to come.
`,
  exampleTag: { tag: 'units', label: 'kilograms are put in where the value is per gram' },
  choiceExample: String.raw`
The problem: *Zinc is put into dilute hydrochloric acid. Which gas rises?* The options at step 1:

| option | rating | because |
|---|---|---|
| Zinc is less noble than hydrogen, so it can drive hydrogen out of the acid. | positive | right, and it decides the question |
| Hydrochloric acid holds $\mathrm{H^+}$ and $\mathrm{Cl^-}$ in water. | positive | right, and one can go on from it |
| Zinc is a metal. | neutral | true, but of little use by itself |
| The zinc turns the chloride into chlorine gas. | negative | zinc gives electrons away; it cannot take them from chloride |

The first is chosen: it is right, and one can go on from it at once.
`,
  writtenExample: String.raw`
Good: “Zinc gives two electrons away and becomes $\mathrm{Zn^{2+}}$.” Too much: the whole equation with all its
explanation and the answer. That is three steps in one.
`,
  questions: String.raw`
**The step takes $g = 10\,\mathrm{m/s^2}$.** Fine, if it says so and the answer is asked for roughly.

**It carries too many digits, or rounds a little early.** No error, as long as the digits asked for are right.

**It leaves out units on the way.** No error where they are plain and come back right. An error where a wrong number comes
of it, or where the step ends in a value whose unit cannot be known.

**It uses a model that is simpler than nature.** Fine, where the problem asks for it or its level suggests it. An error
where the problem forbids it, or where the model gives another answer.

**Textbooks differ on this.** Go by what most of them say; if there is no such thing, flag the step as unsure.

**The law is right, but its name is wrong.** Negative, if the step says that it is that law: what it says is false.
`,
}

"""Solutions of ten steps, and ratings of them. The same prefix and index always give the same solution."""

import random
from dataclasses import dataclass

STEPS_PER_SOLUTION = 10
SOLUTIONS_PER_PROBLEM = 10


@dataclass(frozen=True)
class Problem:
    id: str
    statement: str
    answer: str


@dataclass(frozen=True)
class Solution:
    id: str
    problem: Problem
    steps: list[str]
    final_answer: str
    score: float
    #: What an annotator answers: 1 or 0 for each step.
    ratings: list[int]


def make_solutions(prefix: str, count: int) -> list[Solution]:
    """`prefix` distinguishes the ids and statements of one set from those of another."""
    return [make_solution(prefix, index) for index in range(count)]


def make_solution(prefix: str, index: int) -> Solution:
    number, sample = divmod(index, SOLUTIONS_PER_PROBLEM)
    chance = random.Random(f"{prefix}/{number}/{sample}")
    first, ratio = 3 + number % 97, 2 + number % 5
    terms = [first * ratio**power for power in range(6)]
    total = sum(terms)
    final_answer = total if chance.random() < 0.4 else total + chance.randint(1, 9) * ratio
    problem = Problem(
        id=f"{prefix}-{number}",
        statement=(
            f"({prefix} {number}) A geometric sequence has first term $a_1 = {first}$ and common ratio $r = {ratio}$. "
            "Let $S_n = \\sum_{k=1}^{n} a_k$ be the sum of its first $n$ terms. Find $S_6$, and justify each step."
        ),
        answer=str(total),
    )
    steps = [
        f"We are given $a_1 = {first}$ and $r = {ratio}$, so $a_k = {first} \\cdot {ratio}^{{k-1}}$ for every $k \\ge 1$.",
        f"The second term is $a_2 = {first} \\cdot {ratio} = {terms[1]}$, "
        f"and the third is $a_3 = {first} \\cdot {ratio}^2 = {terms[2]}$.",
        f"In the same way $a_4 = {terms[3]}$, because each term is ${ratio}$ times the term before it.",
        f"Multiplying twice more gives $a_5 = {terms[4]}$ and $a_6 = {terms[5]}$.",
        f"Attempt {sample + 1}: instead of adding six numbers, use $S_n = a_1 \\cdot \\frac{{r^n - 1}}{{r - 1}}$, "
        "which is valid because $r \\ne 1$.",
        f"For $n = 6$ this reads $$S_6 = {first} \\cdot \\frac{{{ratio}^6 - 1}}{{{ratio} - 1}}.$$",
        f"The power is ${ratio}^6 = {ratio**6}$, hence the numerator is ${ratio**6 - 1}$.",
        f"Dividing by ${ratio - 1}$ leaves $\\frac{{{ratio**6 - 1}}}{{{ratio - 1}}} = {(ratio**6 - 1) // (ratio - 1)}$.",
        f"Therefore $S_6 = {first} \\cdot {(ratio**6 - 1) // (ratio - 1)} = {final_answer}$.",
        f"The sum of the first six terms is $\\boxed{{{final_answer}}}$.",
    ]
    return Solution(
        id=f"{prefix}-{number}/{sample}",
        problem=problem,
        steps=steps,
        final_answer=str(final_answer),
        score=round(chance.random(), 6),
        ratings=[1 if chance.random() < 0.8 else 0 for _ in steps],
    )

"""Adapts Schemathesis to this project."""

import itertools
import json
import os
import zlib

import schemathesis
from schemathesis.core.parameters import ParameterLocation

RUN = json.loads(os.environ["STEPMARK_RUN"])

KEY = "Idempotency-Key"
counter = itertools.count()

# These calls would end the access of the run. All later calls would get 401 or 403.
ENDING_CALLS = {
    ("revokeToken", RUN["token"]),
    ("changeInstanceAdmin", RUN["account"]),
}

# Rules between items or fields of an input that JSON Schema can't express, with part of the error message.
SCHEMA_RULES = {
    "acceptConsensusAsGold": "names a solution twice",
    "createProject": "a tag is listed twice",
    "createScorer": "must differ from positiveToken",
    "planRound": "A slice is listed twice",
    "saveAnnotation": "only a flag may have no text",
    "sendScores": "__proto__",
    "submitAnnotation": "only a flag may have no text",
    "updateProject": "a tag is listed twice",
}

# Calls that also reject an input because of stored data, settings or rules between its fields, with the rule.
OTHER_RULES = {
    "acceptInvite": "a new account needs a password that is hard to guess",
    "adjudicateSolution": "ratings end at the first error or at the last step, and equal those of the adopted annotation",
    "createDecision": "the step of the example has a text",
    "createRelease": "formats, consensus, neutral, filters and lists fit each other",
    "createScorer": "the server may call the address with the key",
    "createWebhook": "the server may call the address",
    "exportAnnotations": "format, consensus, neutral and fallback fit each other",
    "listAgreements": "filters is JSON",
    "markSolutionAsGold": "the steps exist",
    "overrideVerdict": "a verdict needs a reason unless no answer was found",
    "previewRelease": "formats, consensus, neutral, filters and lists fit each other",
    "previewRepair": "the steps and cuts exist",
    "publishDecisions": "the text has a heading for each decision",
    "publishGuideline": "the text differs from the current version",
    "repairSteps": "the steps and cuts exist",
    "resetPassword": "the password is hard to guess",
    "revealPracticeOptions": "a step is rated negative",
    "saveAnnotation": "ratings and options fit the steps of the solution",
    "savePreferences": "each action can have its key, and no key is used twice",
    "sendScores": "no line number is used twice",
    "startImport": "only tables have columns",
    "submitAnnotation": "ratings and options fit the steps and the finish reason",
    "tryScorer": "only the embedded scorer has versions",
    "updateDecision": "the step of the example has a text",
    "updateWebhook": "the server may call the address",
}


def get_name(case):
    return case.operation.definition.raw["operationId"]


@schemathesis.hook
def filter_case(context, case):
    ids = (case.path_parameters or {}).values()
    return not any((get_name(case), str(value).lower()) in ENDING_CALLS for value in ids)


@schemathesis.hook
def filter_failure(context, failure, case, response):
    """Accepts rejections because of these rules. Any other rejected input that fits the document is a failure."""
    if failure.code != "ST202" or response.status_code != 400:
        return True
    problem = response.json()
    first, *_ = problem.get("issues") or [{"location": "", "reason": ""}]
    name = get_name(case)
    if problem["detail"] == f"{first['location']}: {first['reason']}":
        return SCHEMA_RULES.get(name, "\0") not in first["reason"]
    # Schemathesis sends this if it can't generate a text of up to 100,000 characters.
    if case.body == 0 and problem["detail"] == "The body must be a JSON object.":
        return False
    return name not in OTHER_RULES


@schemathesis.hook
def map_case(context, case):
    """Makes most valid calls use existing ids and new keys. Otherwise, most would get 404 or 422. The figures of a run say how many
    calls accepted a valid request."""
    if not case.meta.is_negative_at(ParameterLocation.PATH):
        for name, value in (case.path_parameters or {}).items():
            case.path_parameters[name] = choose_existing(name, value)
    if not case.meta.is_negative_at(ParameterLocation.BODY):
        replace_ids(case.body)
    if not case.meta.is_negative_at(ParameterLocation.HEADER) and KEY in (case.headers or {}):
        case.headers[KEY] = make_key(case.headers[KEY])
    return case


def make_key(key):
    """A new key for three of four calls. Schemathesis repeats simple keys, and a repeated key would be rejected."""
    count = next(counter)
    return key if count % 4 == 0 else f"{key[:200]}-{count}"


def replace_ids(part):
    if isinstance(part, list):
        for item in part:
            replace_ids(item)
    elif isinstance(part, dict):
        for name, value in part.items():
            part[name] = choose_existing(name, value)
            replace_ids(value)


def choose_existing(name, value):
    """Maps a generated value to an existing one, always the same. Keeps one of four generated values."""
    if not isinstance(value, str) or name not in RUN["existing"]:
        return value
    values = RUN["existing"][name]
    number = zlib.crc32(value.encode("utf-8", "replace"))
    return value if number % 4 == 0 else values[number // 4 % len(values)]

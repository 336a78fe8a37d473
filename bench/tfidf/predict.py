"""Predicts which steps are wrong by TF-IDF and logistic regression (scikit-learn).

Reads {"texts": [...], "wrong": [...], "splits": [{"train": [...], "test": [...]}, ...]} from the file named by the first
argument, and writes to the second the probability of each test step of each split: [[...], ...].
"""

import json
import sys

from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression


def predict(texts, wrong, train, test):
    """P(wrong) of the test steps. `train` and `test` are indices of `texts`.

    Without a word in the training steps, or if all of them are right or all wrong, it is the share of wrong ones.
    """
    vectorizer = TfidfVectorizer(ngram_range=(1, 2))
    analyze = vectorizer.build_analyzer()
    labels = [wrong[i] for i in train]
    if len(set(labels)) < 2 or not any(analyze(texts[i]) for i in train):
        return [sum(labels) / max(1, len(labels))] * len(test)
    if not test:
        return []
    features = vectorizer.fit_transform([texts[i] for i in train])
    model = LogisticRegression(max_iter=2000).fit(features, labels)
    return model.predict_proba(vectorizer.transform([texts[i] for i in test]))[:, 1].tolist()


with open(sys.argv[1], encoding="utf-8") as file:
    data = json.load(file)
predictions = [
    predict(data["texts"], data["wrong"], split["train"], split["test"])
    for split in data["splits"]
]
with open(sys.argv[2], "w", encoding="utf-8") as file:
    json.dump(predictions, file)

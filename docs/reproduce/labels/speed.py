"""How long scikit-learn takes for what crates/train/examples/speed.rs trains.

python3 -m venv V && V/bin/pip install scikit-learn && V/bin/python docs/reproduce/labels/speed.py ROWS WIDTH HIDDEN LABELS EPOCHS BATCH
"""

import sys
import time
import warnings

import numpy
import sklearn
from sklearn.neural_network import MLPClassifier

rows, width, hidden, labels, epochs, batch = map(int, sys.argv[1:])
random = numpy.random.default_rng(1)
x = random.uniform(-1, 1, (rows, width)).astype(numpy.float32)
y = random.integers(0, labels, rows)
warnings.simplefilter("ignore")
model = MLPClassifier((hidden,), activation="tanh", batch_size=batch, max_iter=epochs, n_iter_no_change=epochs + 1, tol=0)
began, worked = time.perf_counter(), time.process_time()
model.fit(x, y)
print(f"scikit-learn {sklearn.__version__}: {time.perf_counter() - began:.2f} s, {time.process_time() - worked:.2f} s of work")

import numpy as np
from mindspore import dataset as ds
class Source:
    def __len__(self): return 32
    def __getitem__(self, i): return (np.full((4,), i, np.float32),)
def scale(row):
    if row[0] > 5:
        raise ValueError(f"sample {int(row[0])} is out of range")
    return row / 5
data = ds.GeneratorDataset(Source(), ["x"], num_parallel_workers=2, shuffle=False)
data = data.map(scale, ["x"], num_parallel_workers=2, python_multiprocessing=True).batch(4)
for row in data.create_dict_iterator(output_numpy=True):
    print("batch", row["x"].shape)

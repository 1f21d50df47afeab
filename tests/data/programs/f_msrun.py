import os, time, numpy as np, mindspore as ms
from mindspore import nn, ops
from mindspore.communication import init, get_rank
ms.set_device("CPU")
init()
rank = get_rank()
net = ops.AllReduce()
def loss_fn(x, step):
    if rank == 2 and step == 3:
        table = {"lr": 0.1}
        return x * table["learning_rate"]
    return x.mean()
for step in range(6):
    x = ms.Tensor(np.ones((4,), np.float32) * rank)
    y = loss_fn(x, step)
    z = net(x)
    print(f"rank {rank} step {step} loss {float(y):.3f} {z.asnumpy()[0]}", flush=True)
    time.sleep(0.2)

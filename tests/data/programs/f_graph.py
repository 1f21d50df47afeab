import numpy as np, mindspore as ms
from mindspore import nn, ops
ms.set_context(mode=ms.GRAPH_MODE)
class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.fc = nn.Dense(10, 4)
    def construct(self, x):
        if x.sum() > 0:
            y = self.fc(x)
        else:
            y = "none"
        return y
net = Net()
print(net(ms.Tensor(np.ones((2, 10), np.float32))))

import numpy as np, mindspore as ms
from mindspore import nn
class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.fc = nn.Dense(10, 4)
    def construct(self, x):
        return self.fc(x)
net = Net()
for step in range(3):
    print(f"epoch: 1 step: {step}, loss is {1.0/(step+1):.4f}")
x = ms.Tensor(np.ones((2, 7), np.float32))
print(net(x))
